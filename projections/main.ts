// The projector process. Any number may run: one leads, the others stand by.
import { readConfig } from '../services/config.ts'
import { copyLog } from '../services/event-store/postgres/copy-log.ts'
import { PostgresLog } from '../services/event-store/postgres/log.ts'
import { announceReady, onStop, refuseToStart } from '../services/supervisor/protocol.ts'
import { startProjector } from './runner/projector.ts'

const oneLine = (error: unknown) => (error instanceof Error ? error.message : String(error)).replace(/\s+/g, ' ')
const log = (line: string) => void process.stderr.write(`${line}\n`)

try {
  const { DATABASE_URL: url } = readConfig()
  if (url === undefined) throw new Error('DATABASE_URL is not set')
  const store = await PostgresLog.open({ url })
  const projector = startProjector({ store, url, log, readLog: () => copyLog(url) })
  // rows of another log: trying again would not help
  projector.ended.catch((error: unknown) => refuseToStart(`projector: ${oneLine(error)}`))
  onStop(async () => {
    await projector.stop()
    await store.close()
  })
  announceReady()
} catch (error) {
  await refuseToStart(`projector: ${oneLine(error)}`)
}
