// Spaces calls: the provider refuses more than 30 per second, from all processes together.
import { setTimeout as pause } from 'node:timers/promises'

type Timer = { readonly now: () => number; readonly wait: (ms: number) => Promise<unknown> }
const real: Timer = { now: () => performance.now(), wait: (ms) => pause(ms) }

/** Resolves when the next call may start; at once without a limit. */
export function createPace(callsPerSecond: number | undefined, { now, wait }: Timer = real): () => Promise<void> {
  if (callsPerSecond === undefined) return async () => undefined
  const gapMs = 1_000 / callsPerSecond
  let nextAt = 0
  return async () => {
    const asked = now()
    const at = Math.max(asked, nextAt)
    nextAt = at + gapMs
    if (at > asked) await wait(at - asked)
  }
}
