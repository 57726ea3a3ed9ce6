// The health check of a container: exits with 0 if the service is healthy. Given an address, it expects a 2xx reply
// from it; otherwise it expects HEARTBEAT_FILE to have been touched recently.
import { statSync } from 'node:fs'

const REPLY_TIMEOUT_MS = 4_000
/** Four missed beats. */
const STALE_MS = 20_000

async function replies(address: string): Promise<boolean> {
  const reply = await fetch(address, { signal: AbortSignal.timeout(REPLY_TIMEOUT_MS) }).catch(() => null)
  return reply?.ok === true
}

function isBeating(file: string | undefined): boolean {
  const found = file === undefined || file === '' ? undefined : statSync(file, { throwIfNoEntry: false })
  return found !== undefined && Date.now() - found.mtimeMs < STALE_MS
}

const [address] = process.argv.slice(2)
const healthy = address === undefined ? isBeating(process.env.HEARTBEAT_FILE) : await replies(address)
process.exit(healthy ? 0 : 1)
