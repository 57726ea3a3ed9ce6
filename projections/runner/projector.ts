// The projector keeps the read models current: one leads, others stand by.
import type pg from 'pg'
import type { EventStore } from '#services/event-store/port.ts'
import { leadWheneverPossible } from '#services/platform/database/leadership.ts'
import type { Projection } from '../projection.ts'
import type { RebuildOptions } from '../rebuild/rebuild.ts'
import { projections as everyProjection } from '../registry.ts'
import { BEGAN, PROJECTED } from './announcement.ts'
import type { Failure } from './apply-batch.ts'
import { createCheckpoints } from './checkpoint.ts'
import { connectToFold, SERVED, TRAILS } from './fold-connection.ts'
import { type Lane, Lanes } from './lanes/lanes.ts'
import { lanesToRun } from './lanes/lanes-to-run.ts'
import { Turns } from './lanes/turns.ts'
import { Rebuilds } from './rebuilds.ts'
import { CheckpointMoved } from './write-batch.ts'

export type ProjectorOptions = {
  readonly store: EventStore
  /** The database of the read models. */
  readonly url: string
  /** One line for the operator: a failed projection, a rebuild, a lost database. */
  readonly log?: (line: string) => void
  readonly projections?: readonly Projection[]
  /** How often a projector on standby tries to take the lead. */
  readonly standbyMs?: number
  /** From how many events on empty read models are built in bulk. */
  readonly bulkRebuildFrom?: number
  /** The log from the start, if there is a faster way than the store's pages. */
  readonly readLog?: RebuildOptions['readLog']
}

export type Projector = {
  readonly leading: boolean
  /** Resolves when it was stopped; rejects with one line if the read models were not folded from the store's log. */
  readonly ended: Promise<void>
  /** Finishes the current batch and gives up the lead. */
  stop(): Promise<void>
}

const QUERY_TIMEOUT_MS = 30_000
const BULK_REBUILD_FROM = 20_000

export function startProjector(options: ProjectorOptions): Projector {
  const { store, url, log = () => undefined, projections = everyProjection } = options
  const { standbyMs, bulkRebuildFrom = BULK_REBUILD_FROM, readLog } = options
  const stopping = new AbortController()
  const { signal } = stopping
  const stopped = new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }))
  let leading = false

  async function lead(client: pg.Client, onProgress: () => void): Promise<void> {
    const lost = new Promise<never>((_, reject) => {
      client.once('end', () => reject(new Error('the connection to the database was lost')))
    })
    lost.catch(() => undefined)
    const ending = new AbortController()
    let lanes: Lanes | null = null
    /** Keeps the lanes from being replaced while a read model joins them. */
    const turns = new Turns()
    const rebuilds = new Rebuilds({
      ...{ store, url, projections, log, bulkRebuildFrom, readLog },
      signal: AbortSignal.any([signal, ending.signal]),
      join: (built) =>
        turns.take(async () => {
          for (const lane of await connectedLanes(built)) await lanes?.add(lane)
        }),
      leave: (name) => turns.take(async () => lanes?.remove(name)),
    })
    const report = ({ projection, reason }: Failure) => {
      log(`projection ${projection.name} stopped at ${reason}`)
      rebuilds.wake()
    }
    await createCheckpoints(client, projections, store.logId)
    const startLanes = async () => {
      const folded = projections.filter(({ name }) => !rebuilds.busy.has(name))
      const options = { client, connectToTrail: () => connect(TRAILS), store, onFailure: report }
      lanes = new Lanes({ ...options, lanes: await lanesToRun(client, store, folded) })
      lanes.start()
      return lanes
    }
    // throws if the rows are of another log
    await lanesToRun(client, store, projections)
    const rebuilt = rebuilds.run(await rebuilds.plan(client))
    rebuilt.catch(() => undefined)
    leading = true
    await client.query('select pg_notify($1, $2)', [PROJECTED, BEGAN])
    try {
      while (!signal.aborted) {
        await createCheckpoints(client, projections, store.logId)
        const running = await turns.take(startLanes)
        try {
          await Promise.race([running.done, stopped, lost, rebuilt])
        } catch (error) {
          // a rebuild has replaced the tables: continue from its checkpoints
          if (!(error instanceof CheckpointMoved)) throw error
        } finally {
          await running.stop()
          if (running.folded > 0) onProgress()
        }
      }
    } finally {
      leading = false
      ending.abort()
      await rebuilt.catch(() => undefined)
    }
  }

  /**
   * The lanes of read models that were built while others were folded; reads their checkpoints on a connection of its
   * own.
   */
  async function connectedLanes(built: readonly Projection[]): Promise<Lane[]> {
    const client = await connectToFold(url, SERVED)
    try {
      return await lanesToRun(client, store, built)
    } finally {
      await client.end().catch(() => undefined)
    }
  }

  const connect = (name?: string) =>
    connectToFold(url, SERVED, { name, queryTimeoutMs: QUERY_TIMEOUT_MS, batches: true })
  const ended = leadWheneverPossible({ name: 'projector', connect: () => connect(), standbyMs, signal, log }, lead)
  ended.catch(() => undefined)
  return {
    get leading() {
      return leading
    },
    ended,
    async stop() {
      stopping.abort()
      await ended.catch(() => undefined)
    },
  }
}
