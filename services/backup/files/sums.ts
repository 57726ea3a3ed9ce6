// The digests of a backup's files as stored, in the format of `sha256sum --check SHA256SUMS`, so that checking them
// needs no key.
import { createHash } from 'node:crypto'
import { createReadStream, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { BackupError, ofFiles } from '../errors.ts'

export const SUMS = 'SHA256SUMS'

export const sumsLine = (name: string, sha256: string): string => `${sha256}  ${name}\n`

/** By file name. Throws BackupError if the text is malformed. */
export function readSums(text: string): Map<string, string> {
  const lines = text.split('\n').slice(0, -1)
  const found = lines.map((line) => /^([0-9a-f]{64}) {2}([a-zA-Z0-9_.]+)$/.exec(line))
  if (found.length === 0 || found.includes(null) || !text.endsWith('\n'))
    throw new BackupError('backup_altered', `${SUMS} has a line that is none of it`)
  return new Map(found.map((match) => [match![2]!, match![1]!]))
}

/** Throws BackupError with code backup_incomplete if the file does not exist. */
export function readText(folder: string, name: string): string {
  const path = join(folder, name)
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw ofFiles(error, path)
    throw new BackupError('backup_incomplete', `${folder} is no whole backup: it has no ${name}`)
  }
}

/** Throws BackupError naming the file, unless each is as it was written. */
export async function checkSums(
  folder: string,
  sums: ReadonlyMap<string, string>,
  signal?: AbortSignal,
): Promise<void> {
  for (const [name, expected] of sums) {
    const path = join(folder, name)
    const hash = createHash('sha256')
    try {
      statSync(path)
      await pipeline(createReadStream(path), hash, { ...(signal && { signal }) })
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw ofFiles(error, path)
      throw new BackupError('backup_incomplete', `${name} is missing`)
    }
    if (hash.digest('hex') !== expected) throw new BackupError('backup_altered', `${name} is not what was written`)
  }
}
