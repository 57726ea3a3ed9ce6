// When the board reads: one read after the other, all that is asked for meanwhile in the next.
import { setTimeout as pause } from 'node:timers/promises'

type Everything = 'everything'
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
  let pending = new Set<string>()
  let all = false
  let next: Promise<void> | null = null
  let running: Promise<void> = Promise.resolve()
  let closed = false
  const awaited = new Map<string, (() => void)[]>()

  async function run(): Promise<void> {
    next = null
    const wanted = all ? 'everything' : [...pending]
    pending = new Set()
    all = false
    while (!closed) {
      try {
        await load(wanted)
        break
      } catch (error) {
        if (!closed) log(error)
        await pause(RETRY_MS, undefined, { ref: false })
      }
    }
    for (const id of wanted === 'everything' ? [...awaited.keys()] : wanted) {
      for (const tell of awaited.get(id) ?? []) tell()
      awaited.delete(id)
    }
  }

  function read(wanted: readonly string[] | Everything): Promise<void> {
    if (closed || wanted.length === 0) return Promise.resolve()
    if (wanted === 'everything') all = true
    else for (const id of wanted) pending.add(id)
    if (next === null) {
      next = running.then(run)
      running = next
    }
    return next
  }

  return {
    read,
    applied: (fixture) =>
      new Promise((resolve) => {
        awaited.set(fixture, [...(awaited.get(fixture) ?? []), resolve])
      }),
    async close() {
      closed = true
      await running
    },
  }
}
