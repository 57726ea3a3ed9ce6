// Answers of the real provider, recorded elsewhere and not ours to keep here: RECORDED_ODDS names their folder.
import { existsSync } from 'node:fs'
import { join } from 'node:path'

/** A file or folder among the recordings; null where there is none: tests of it are skipped. */
export function recordedOdds(path: string): string | null {
  const folder = process.env.RECORDED_ODDS
  if (folder === undefined || !existsSync(join(folder, path))) return null
  return join(folder, path)
}
