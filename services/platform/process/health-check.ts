// For the health check of a container: ends with 0 where the process beside it is well. With an address, asks that;
// without, looks whether the process still touches HEARTBEAT_FILE.
import { statSync } from 'node:fs'

const ANSWER_MS = 4_000
/** Four beats missed. */
const STALE_MS = 20_000

async function answers(address: string): Promise<boolean> {
  const reply = await fetch(address, { signal: AbortSignal.timeout(ANSWER_MS) }).catch(() => null)
  return reply?.ok === true
}

function beats(file: string | undefined): boolean {
  const found = file === undefined || file === '' ? undefined : statSync(file, { throwIfNoEntry: false })
  return found !== undefined && Date.now() - found.mtimeMs < STALE_MS
}

const [address] = process.argv.slice(2)
const well = address === undefined ? beats(process.env.HEARTBEAT_FILE) : await answers(address)
process.exit(well ? 0 : 1)
