// Spaces calls: the provider refuses more than 30 in a second, of all processes together.
import { setTimeout as wait } from 'node:timers/promises'

/** Resolves when the next call may begin; at once without a limit. */
export function createPace(callsPerSecond: number | undefined): () => Promise<void> {
  if (callsPerSecond === undefined) return async () => undefined
  const gapMs = 1_000 / callsPerSecond
  let nextAt = 0
  return async () => {
    const now = performance.now()
    const at = Math.max(now, nextAt)
    nextAt = at + gapMs
    if (at > now) await wait(at - now)
  }
}
