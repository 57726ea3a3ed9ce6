// For those who look from outside, where there is no port to ask: a file that is touched for as long as the process turns.
import { utimesSync, writeFileSync } from 'node:fs'

const BEAT_MS = 5_000

/** Touches HEARTBEAT_FILE, where that is set, every five seconds. */
export function startHeartbeat(file = process.env.HEARTBEAT_FILE, everyMs = BEAT_MS): { stop(): void } {
  if (file === undefined || file === '') return { stop: () => undefined }
  writeFileSync(file, `${process.pid}\n`)
  const timer = setInterval(() => utimesSync(file, new Date(), new Date()), everyMs)
  timer.unref()
  return { stop: () => clearInterval(timer) }
}
