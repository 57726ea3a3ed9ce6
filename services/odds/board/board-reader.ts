// When the board reads: one read at a time, and everything requested meanwhile in the next one.
import { setTimeout as pause } from 'node:timers/promises'
import { createBatcher } from '#services/platform/process/batcher.ts'

const EVERYTHING = 'everything'
type Everything = typeof EVERYTHING
const RETRY_MS = 1_000

export type Reader = {
  /** Resolves once what was there at the call has been applied. Never rejects: what failed is tried again. */
  read(wanted: readonly string[] | Everything): Promise<void>
  /** Resolves with the next read that has this fixture. */
  applied(fixture: string): Promise<void>
  close(): Promise<void>
}

export function createReader(
  load: (wanted: readonly string[] | Everything) => Promise<void>,
  log: (problem: unknown) => void,
): Reader {
  let closed = false
  let latest: Promise<void> = Promise.resolve()
  const awaited = new Map<string, (() => void)[]>()

  const readTogether = createBatcher(async (items: ReadonlySet<string>): Promise<void> => {
    const wanted = items.has(EVERYTHING) ? EVERYTHING : [...items]
    while (!closed) {
      try {
        await load(wanted)
        break
      } catch (error) {
        if (!closed) log(error)
        await pause(RETRY_MS, undefined, { ref: false })
      }
    }
    for (const id of wanted === EVERYTHING ? [...awaited.keys()] : wanted) {
      for (const resolve of awaited.get(id) ?? []) resolve()
      awaited.delete(id)
    }
  })

  return {
    read(wanted) {
      if (closed || wanted.length === 0) return Promise.resolve()
      latest = readTogether(wanted === EVERYTHING ? [EVERYTHING] : wanted)
      return latest
    },
    applied: (fixture) =>
      new Promise((resolve) => {
        awaited.set(fixture, [...(awaited.get(fixture) ?? []), resolve])
      }),
    async close() {
      closed = true
      await latest
    },
  }
}
