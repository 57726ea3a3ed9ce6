// The projector process: `npm run projector`. Any number may run: one leads, the others stand by.
import { copyLog } from '../services/event-store/postgres/copy-log.ts'
import { PostgresLog } from '../services/event-store/postgres/log.ts'
import { runPart } from '../services/process/run-part.ts'
import { startProjector } from './runner/projector.ts'

const log = (line: string) => void process.stderr.write(`${line}\n`)

await runPart('projector', async ({ config, lost }) => {
  const { DATABASE_URL: url } = config
  const store = await PostgresLog.open({ url })
  const projector = startProjector({ store, url, log, readLog: () => copyLog(url) })
  // rows of another log: trying again would not help
  projector.ended.catch(lost)
  return {
    async stop() {
      await projector.stop()
      await store.close()
    },
  }
})
