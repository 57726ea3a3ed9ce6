// Starts the server of an initialised cluster.
import type { ChildProcess } from 'node:child_process'
import { open, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { storeCredentials } from './credentials.ts'
import { lastLine, sizeOf } from './files.ts'
import { freePort } from './free-port.ts'
import type { Installation } from './installation.ts'
import { clearStalePid, findPostmaster, type Postmaster } from './postmaster.ts'
import { DISPOSABLE, SETTINGS } from './settings.ts'
import { spawnDetached } from './spawn.ts'

export const START_TIMEOUT_MS = 60_000
const RETRY_MS = 200
const MAX_LOG_BYTES = 10_000_000

/** Worth a retry: the port was taken meanwhile, or the processes of a killed predecessor are still exiting. */
const MAY_PASS = /could not bind|could not create any TCP|shared memory block|lock file/

/** Resolves when it accepts connections. Throws an error of one line if it does not start. */
export async function launch({ programs, as, dataDir, credentials, options }: Installation): Promise<Postmaster> {
  const folder = join(dataDir, 'postgres')
  const logFile = join(dataDir, 'postgres.log')
  const settings = { ...SETTINGS, ...(options.durable === false ? DISPOSABLE : {}), ...options.settings }
  const flags = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  let output = ''
  for (const end = Date.now() + START_TIMEOUT_MS; Date.now() < end; await pause(RETRY_MS)) {
    await clearStalePid(folder)
    // the port of the last start, so that services which survived a killed Postgres find the next one
    const port = await freePort(credentials.port)
    const log = await open(logFile, (await sizeOf(logFile)) > MAX_LOG_BYTES ? 'w' : 'a', 0o600)
    const from = await sizeOf(logFile)
    // detached: Ctrl-C in the terminal must reach the services before it reaches their database
    const child = spawnDetached(as, programs.postgres, ['-D', folder, '-p', String(port), ...flags], log.fd)
    await log.close()
    const ready = await untilReady(child, folder, end)
    if (ready) {
      storeCredentials(dataDir, { ...credentials, port })
      return ready
    }
    output = (await readFile(logFile, 'utf8')).slice(from)
    if (!MAY_PASS.test(output)) break
  }
  const cause = output.split('\n').find((line) => line.includes('FATAL')) ?? lastLine(output)
  throw new Error(`Postgres did not start: ${cause.replace(/^.*FATAL:\s*/, '')} (${logFile})`)
}

async function untilReady(child: ChildProcess, folder: string, end: number): Promise<Postmaster | null> {
  let ended = false
  for (const event of ['exit', 'error']) {
    child.once(event, () => {
      ended = true
    })
  }
  while (!ended && Date.now() < end) {
    const found = await findPostmaster(folder)
    if (found?.ready && found.pid === child.pid) return found
    await pause(20)
  }
  return null
}
