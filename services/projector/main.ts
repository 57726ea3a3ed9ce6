// The projector process: `npm run projector`. Any number may run: one leads, the others stand by.

import { startProjector } from '#projections/runner/projector.ts'
import { openEventStore } from '#services/event-store/open.ts'
import { copyLog } from '#services/event-store/postgres/copy-log.ts'
import { runPart } from '#services/platform/process/run-part.ts'

const log = (line: string) => void process.stderr.write(`${line}\n`)

await runPart('projector', async ({ config, lost }) => {
  const { DATABASE_URL: url, EVENTSTORE_URL } = config
  const store = await openEventStore(config)
  // where the log is in Postgres, a copy of the table is faster than the store's pages
  const readLog = EVENTSTORE_URL === undefined ? () => copyLog(url) : () => store.readAll(null)
  const projector = startProjector({ store, url, log, readLog })
  // rows of another log: trying again would not help
  projector.ended.catch(lost)
  return {
    async stop() {
      await projector.stop()
      await store.close()
    },
  }
})
