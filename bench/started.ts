// What a benchmark has started: it ends with the benchmark, however far that came, and where it is interrupted.
import { rmSync } from 'node:fs'
import { stopOnSignal } from './stop-on-signal.ts'

export type Started = {
  /** Where it cannot be started, what was started before ends, and this rejects. */
  start<Thing>(begin: () => Thing | Promise<Thing>, end: (thing: Thing) => unknown): Promise<Thing>
  /** The last first, and the others even where one fails to. Rejects with the first failure. */
  end(): Promise<void>
}

export function createStarted(): Started {
  const ends: (() => unknown)[] = []
  async function end(): Promise<void> {
    const failures: unknown[] = []
    for (let next = ends.pop(); next !== undefined; next = ends.pop()) {
      try {
        await next()
      } catch (error) {
        failures.push(error)
      }
    }
    if (failures.length > 0) throw failures[0]
  }
  stopOnSignal(end)
  return {
    async start(begin, endOf) {
      try {
        const thing = await begin()
        ends.push(() => endOf(thing))
        return thing
      } catch (error) {
        await end()
        throw error
      }
    },
    end,
  }
}

export const removeFolder = (folder: string): void => rmSync(folder, { recursive: true, force: true })
