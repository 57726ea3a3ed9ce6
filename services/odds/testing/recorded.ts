// Recorded replies of the real provider, which are not ours to keep here: RECORDED_ODDS names their folder.
import { existsSync } from 'node:fs'
import { join } from 'node:path'

/** A file or folder of the recordings; null if there is none, and tests that need it are skipped. */
export function recordedOdds(path: string): string | null {
  const folder = process.env.RECORDED_ODDS
  if (folder === undefined || !existsSync(join(folder, path))) return null
  return join(folder, path)
}
