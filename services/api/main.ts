// The api process. Any number may run on one database.
import { readConfig } from '../config.ts'
import { announceReady, announceSuperAdmin, onStop, refuseToStart } from '../supervisor/protocol.ts'
import { isUnavailable } from './failures.ts'
import { startApi } from './start.ts'

const textOf = (error: unknown) => (error instanceof Error ? error.message : String(error))
const log = (error: unknown) =>
  process.stderr.write(`api: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`)

try {
  const api = await startApi(readConfig(), announceSuperAdmin, log)
  onStop(() => api.stop())
  announceReady(api.port)
} catch (error) {
  const { code, port } = error as { code?: string; port?: number }
  // what may pass by itself ends this process only: whoever started it starts it again
  if (isUnavailable(error)) {
    log(error)
    process.exit(1)
  }
  const reason = code === 'EADDRINUSE' ? `port ${port} is in use` : textOf(error).replace(/\s+/g, ' ')
  await refuseToStart(`api: ${reason}`)
}
