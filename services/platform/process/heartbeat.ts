// For health checks of services without a port: a file that is touched as long as the event loop runs.
import { writeFileSync } from 'node:fs'

const BEAT_MS = 5_000

/** Writes `file`, if given, now and every five seconds. Throws if the first write fails. */
export function startHeartbeat(file: string | undefined): { stop(): void } {
  if (file === undefined) return { stop: () => undefined }
  const beat = () => writeFileSync(file, `${process.pid}\n`)
  beat()
  const timer = setInterval(() => {
    try {
      beat()
    } catch {
      // a full disk is no reason to exit: the health check sees the old time
    }
  }, BEAT_MS)
  timer.unref()
  return { stop: () => clearInterval(timer) }
}
