// When the board reads: one read at a time. What is requested during a read goes together into the next.
import { setTimeout as pause } from 'node:timers/promises'
import { createBatcher } from '#services/platform/process/batcher.ts'

export type Fixtures = readonly string[] | 'all'
const ALL = 'all'
const RETRY_MS = 1_000

export type BoardReader = {
  /** Resolves once everything that existed at the call has been applied. Never rejects: a failed read is retried. */
  read(fixtures: Fixtures): Promise<void>
  /** Resolves with the next read that includes this fixture. */
  applied(fixture: string): Promise<void>
  close(): Promise<void>
}

export function createBoardReader(
  load: (fixtures: Fixtures) => Promise<void>,
  log: (problem: unknown) => void,
): BoardReader {
  let closed = false
  let latest: Promise<void> = Promise.resolve()
  const waiters = new Map<string, (() => void)[]>()

  const readTogether = createBatcher(async (ids: ReadonlySet<string>): Promise<void> => {
    const fixtures = ids.has(ALL) ? ALL : [...ids]
    while (!closed) {
      try {
        await load(fixtures)
        break
      } catch (error) {
        if (!closed) log(error)
        await pause(RETRY_MS, undefined, { ref: false })
      }
    }
    for (const id of fixtures === ALL ? [...waiters.keys()] : fixtures) {
      for (const resolve of waiters.get(id) ?? []) resolve()
      waiters.delete(id)
    }
  })

  return {
    read(fixtures) {
      if (closed || fixtures.length === 0) return Promise.resolve()
      latest = readTogether(fixtures === ALL ? [ALL] : fixtures)
      return latest
    },
    applied: (fixture) =>
      new Promise((resolve) => {
        waiters.set(fixture, [...(waiters.get(fixture) ?? []), resolve])
      }),
    async close() {
      closed = true
      await latest
    },
  }
}
