// For those who look from outside, where there is no port to ask: a file that is touched for as long as the process turns.
import { writeFileSync } from 'node:fs'

const BEAT_MS = 5_000

/** Writes `file`, where there is one, now and every five seconds. Throws where it cannot be written now. */
export function startHeartbeat(file: string | undefined): { stop(): void } {
  if (file === undefined) return { stop: () => undefined }
  const beat = () => writeFileSync(file, `${process.pid}\n`)
  beat()
  const timer = setInterval(() => {
    try {
      beat()
    } catch {
      // a full disk is no reason to end: whoever looks sees that it was not touched
    }
  }, BEAT_MS)
  timer.unref()
  return { stop: () => clearInterval(timer) }
}
