// Where the security log goes: a stream of the process, or a file that is rolled before it grows large.
import { once } from 'node:events'
import { dirname } from 'node:path'
import roll from 'pino-roll'
import { ensureFolder } from '../folders.ts'

export type SecurityOutput = { write(line: string): void; close(): Promise<void> }

const FILE_SIZE = '10m'
const FILES_KEPT = 9

const none = async () => undefined

/** `where`: stdout, stderr, off, or the path of a file, whose name gets a number. Throws if that cannot be written. */
export async function openSecurityOutput(where: string, log: (problem: unknown) => void): Promise<SecurityOutput> {
  if (where === 'off') return { write: () => undefined, close: none }
  if (where === 'stdout' || where === 'stderr') {
    const stream = process[where]
    return { write: (line) => void stream.write(line), close: none }
  }
  ensureFolder(dirname(where))
  const file = await roll({
    file: where,
    size: FILE_SIZE,
    limit: { count: FILES_KEPT, removeOtherLogFiles: true },
    mode: 0o600,
  })
  await once(file, 'ready')
  // a full disk costs lines, not the process
  file.on('error', log)
  return {
    write: (line) => void file.write(line),
    async close() {
      // a failed write has been logged, and must not block the stop
      const closed = once(file, 'close').catch(none)
      file.end()
      await closed
    },
  }
}
