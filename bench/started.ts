// What a benchmark has started. It ends with the benchmark, however far that came, and when it is interrupted.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Cluster, startCluster } from '#services/platform/embedded-postgres/cluster.ts'
import { stopOnSignal } from './stop-on-signal.ts'

export type Started = {
  /** If it cannot be started, everything started before ends, and this rejects. */
  start<Thing>(begin: () => Thing | Promise<Thing>, end: (thing: Thing) => unknown): Promise<Thing>
  /**
   * Waits for what is just being started, then ends everything, last first, even if some of it fails to end. Rejects
   * with the first failure.
   */
  end(): Promise<void>
}

export function createStarted(): Started {
  const starting = new Set<Promise<unknown>>()
  const ends: (() => unknown)[] = []
  let ending: Promise<void> | null = null
  /** Shared by an interruption and the failures that it causes. */
  const end = (): Promise<void> => {
    ending ??= endAll()
    return ending
  }
  async function endAll(): Promise<void> {
    while (starting.size > 0) await Promise.allSettled(starting)
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
      if (ending !== null) {
        await ending
        throw new Error('the benchmark ends')
      }
      const one = Promise.resolve()
        .then(begin)
        .then((thing) => {
          ends.push(() => endOf(thing))
          return thing
        })
        .finally(() => starting.delete(one))
      starting.add(one)
      try {
        return await one
      } catch (error) {
        await end()
        throw error
      }
    },
    end,
  }
}

type PostgresOptions = {
  readonly name: string
  readonly folder?: string | undefined
  readonly settings?: Readonly<Record<string, string>>
}

/** A Postgres in a folder that is kept, or in a temporary one. */
export async function startPostgres(
  started: Started,
  { name, folder, settings = {} }: PostgresOptions,
): Promise<{ readonly cluster: Cluster; readonly dataDir: string }> {
  const dataDir =
    folder ??
    (await started.start(
      () => mkdtempSync(join(tmpdir(), `fairbook-${name}-`)),
      (one) => rmSync(one, { recursive: true, force: true }),
    ))
  const cluster = await started.start(
    () => startCluster({ dataDir, settings }),
    (one) => one.stop(),
  )
  return { cluster, dataDir }
}
