// The projector process: `npm run projector`. Any number may run: one leads, the others stand by.
import { startProjector } from '#projections/runner/projector.ts'
import { openEventStore } from '#services/event-store/open.ts'
import { readWholeLog } from '#services/event-store/whole-log.ts'
import { runService } from '#services/platform/process/run-service.ts'

const log = (line: string) => void process.stderr.write(`${line}\n`)

await runService('projector', async ({ config, fatal }) => {
  const store = await openEventStore(config)
  const readLog = () => readWholeLog(config, store)
  const projector = startProjector({ store, url: config.DATABASE_URL, log, readLog })
  // rows of another log: retrying would not help
  projector.ended.catch(fatal)
  return {
    async stop() {
      await projector.stop()
      await store.close()
    },
  }
})
