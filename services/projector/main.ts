// The projector process (`npm run projector`). Any number may run: one leads, the others stand by.
import { readProjectionMetrics } from '#projections/runner/metrics.ts'
import { startProjector } from '#projections/runner/projector.ts'
import { openProductLog } from '#services/event-store/open.ts'
import { readWholeLog } from '#services/event-store/whole-log.ts'
import { openPool } from '#services/platform/database/pool.ts'
import { runService } from '#services/platform/process/run-service.ts'

/** For metrics: a Postgres that hangs must not hold up a scrape or the end of the process. */
const QUERY_TIMEOUT_MS = 2_000

await runService('projector', async ({ config, fatal, say: log }) => {
  const store = await openProductLog(config)
  const readLog = () => readWholeLog(config, store)
  const projector = startProjector({ store, url: config.DATABASE_URL, log, readLog })
  // the rows are of another log, so retrying would not help
  projector.ended.catch(fatal)
  // connects on first use
  const reads = { max: 1, name: 'fairbook projector metrics', queryTimeoutMs: QUERY_TIMEOUT_MS }
  const pool = openPool(config.DATABASE_URL, reads)
  const endMetrics = readProjectionMetrics({ pool, store, projector })
  return {
    async stop() {
      endMetrics()
      await projector.stop()
      await pool.end()
      await store.close()
    },
  }
})
