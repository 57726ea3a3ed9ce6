// The projector keeps the read models current: one leads, others stand by.
import type pg from 'pg'
import type { EventStore } from '#services/event-store/port.ts'
import { definitionOf } from '../ddl.ts'
import type { Projection, ProjectionName } from '../projection.ts'
import type { RebuildOptions } from '../rebuild/rebuild.ts'
import { projections as everyProjection } from '../registry.ts'
import type { Failure } from './apply-batch.ts'
import { type Checkpoint, createCheckpoints, readCheckpoints, verifyCheckpoint } from './checkpoint.ts'
import { type Lane, Lanes } from './lanes.ts'
import { leadWheneverPossible } from './leadership.ts'
import { rebuildOutdatedModels } from './outdated-models.ts'
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
  /** The number of events from which on empty read models are built in bulk. */
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

const STANDBY_MS = 500
const BULK_REBUILD_FROM = 20_000

export function startProjector(options: ProjectorOptions): Projector {
  const { store, url, log = () => undefined, projections = everyProjection } = options
  const { standbyMs = STANDBY_MS, bulkRebuildFrom = BULK_REBUILD_FROM, readLog } = options
  const stopping = new AbortController()
  const { signal } = stopping
  const stopped = new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }))
  let leading = false

  async function lead(client: pg.Client, onProgress: () => void): Promise<void> {
    const lost = new Promise<never>((_, reject) => {
      client.once('end', () => reject(new Error('the connection to the database was lost')))
    })
    lost.catch(() => undefined)
    await createCheckpoints(client, projections, store.logId)
    await rebuildOutdatedModels(client, { store, url, projections, log, bulkRebuildFrom, readLog, signal })
    leading = true
    try {
      while (!signal.aborted) {
        const lanes = new Lanes({ client, store, lanes: await lanesToRun(client), onFailure: report })
        lanes.start()
        try {
          await Promise.race([lanes.done, stopped, lost])
        } catch (error) {
          // a rebuild has replaced the tables: continue from its checkpoints
          if (!(error instanceof CheckpointMoved)) throw error
        } finally {
          await lanes.stop()
          if (lanes.folded > 0) onProgress()
        }
      }
    } finally {
      leading = false
    }
  }

  const report = ({ projection, reason }: Failure) => log(`projection ${projection.name} stopped at ${reason}`)
  const byName = (name: ProjectionName) => projections.find((projection) => projection.name === name)!

  /** Read models that failed before are tried again: a new release may be able to fold the event. */
  async function lanesToRun(client: pg.Client): Promise<Lane[]> {
    const names = projections.map((projection) => projection.name)
    const lanes = new Map<number, { checkpoint: Checkpoint; projections: Projection[] }>()
    for (const stored of await readCheckpoints(client, names)) {
      if (stored.definition !== definitionOf(byName(stored.projection))) continue
      const lane = lanes.get(stored.number)
      if (lane === undefined) {
        await verifyCheckpoint(store, stored.logId, stored)
        const { position, hash, event, number } = stored
        lanes.set(number, { checkpoint: { position, hash, event, number }, projections: [byName(stored.projection)] })
      } else lane.projections.push(byName(stored.projection))
    }
    return [...lanes.values()]
  }

  const ended = leadWheneverPossible({ url, standbyMs, signal, log }, lead)
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
