// The process that keeps the read models current: one leads, others stand by and take over within a second.
import { setTimeout as pause } from 'node:timers/promises'
import type pg from 'pg'
import { type EventStore, LogIdentityMismatch } from '#services/event-store/port.ts'
import { definitionOf } from '../definition.ts'
import type { Projection, ProjectionName } from '../projection.ts'
import { CannotFold } from '../rebuild/fold-all.ts'
import { type RebuildOptions, rebuild } from '../rebuild/rebuild.ts'
import { projections as everyProjection } from '../registry.ts'
import { CheckpointMoved, type Failure } from './batch.ts'
import {
  type Checkpoint,
  createCheckpoints,
  readCheckpoints,
  type StoredCheckpoint,
  verifyCheckpoint,
} from './checkpoint.ts'
import { type Lane, Lanes } from './lanes.ts'
import { connect, SERVED, tryLead } from './leadership.ts'

export type ProjectorOptions = {
  readonly store: EventStore
  /** The database of the read models. */
  readonly url: string
  /** One line for whoever runs the process: leads, failed, waits for the database. */
  readonly log?: (line: string) => void
  readonly projections?: readonly Projection[]
  /** How often one that stands by asks for the lead. */
  readonly standbyMs?: number
  /** From so many events on, empty read models are built in bulk. */
  readonly longLog?: number
  /** For that, the log from the start, where there is a faster way than the store's pages. */
  readonly readLog?: RebuildOptions['readLog']
}

export type Projector = {
  readonly leading: boolean
  /** Resolves when it was stopped; rejects with one line where the read models and the store's log do not belong together. */
  readonly ended: Promise<void>
  /** Finishes the batch under way and lets another lead. */
  stop(): Promise<void>
}

const STANDBY_MS = 500
const GIVE_UP_MS = 30_000
const RETRY_MS = [50, 250, 1_000, 2_000] as const
/** From here on a rebuild is faster than folding batch by batch. */
const LONG_LOG = 20_000

export function startProjector(options: ProjectorOptions): Projector {
  const {
    store,
    url,
    log = () => undefined,
    projections = everyProjection,
    standbyMs = STANDBY_MS,
    longLog = LONG_LOG,
  } = options
  const names = projections.map((projection) => projection.name)
  const stopping = new AbortController()
  const { signal } = stopping
  const stopped = new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }))
  let leading = false
  /** Failures in a row. */
  let failures = 0

  /** Sleeps, but not through a stop. */
  const wait = (ms: number) => pause(ms, undefined, { signal }).catch(() => undefined)

  async function run(): Promise<void> {
    let said = ''
    while (!signal.aborted) {
      try {
        const client = await connect(url, SERVED, { giveUpMs: GIVE_UP_MS, batches: true })
        try {
          while (!signal.aborted && !(await tryLead(client))) await wait(standbyMs)
          if (!signal.aborted) await lead(client)
        } finally {
          leading = false
          await client.end().catch(() => undefined)
        }
      } catch (error) {
        if (signal.aborted) return
        if (error instanceof LogIdentityMismatch) throw error
        const line = `projector: ${oneLine(error)}; trying again`
        if (failures === 0 || line !== said) log(line)
        said = line
        await wait(RETRY_MS[Math.min(failures++, RETRY_MS.length - 1)]!)
      }
    }
  }

  async function lead(client: pg.Client): Promise<void> {
    const lost = new Promise<never>((_, reject) => {
      client.once('end', () => reject(new Error('the connection to the database was lost')))
    })
    lost.catch(() => undefined)
    await createCheckpoints(client, projections, store.logId)
    await rebuildWhereNeeded(client)
    leading = true
    while (!signal.aborted) {
      const lanes = new Lanes({ client, store, lanes: await lanesToRun(client), failed: report })
      lanes.start()
      try {
        await Promise.race([lanes.done, stopped, lost])
      } catch (error) {
        // a rebuild has put other tables in place: go on from its checkpoints
        if (!(error instanceof CheckpointMoved)) throw error
      } finally {
        await lanes.stop()
        if (lanes.folded > 0) failures = 0
      }
    }
  }

  const report = ({ projection, reason }: Failure) => log(`projection ${projection.name} stopped at ${reason}`)

  /** Rows that another definition made are not taken over; empty read models beside a long log are filled in bulk. */
  async function rebuildWhereNeeded(client: pg.Client): Promise<void> {
    const stored = await readCheckpoints(client, names)
    for (const one of stored) await verifyCheckpoint(store, one.logId, one)
    const outdated = stored.filter(({ projection, definition }) => definition !== definitionOf(byName(projection)))
    const empty = stored.filter(({ position, failed }) => position === null && failed === null)
    const which = new Set(outdated.map(({ projection }) => projection))
    if (empty.length > 0 && (await isLong(store, longLog))) for (const { projection } of empty) which.add(projection)
    if (which.size === 0) return
    log(`projector: building ${[...which].join(', ')} from the log`)
    try {
      const readLog = options.readLog ?? (() => store.readAll(null))
      await rebuild({ store, url, projections: [...which].map(byName), readLog, signal })
    } catch (error) {
      if (!(error instanceof CannotFold)) throw error
      // batch by batch each of them comes as far as it can; what has tables of another shape stays as it is
      log(`projector: ${oneLine(error)}`)
      for (const { projection } of outdated) {
        await client.query('update projection_checkpoint set failed = $2 where projection = $1', [
          projection,
          `not rebuilt: ${oneLine(error)}`,
        ])
      }
    }
  }

  const byName = (name: ProjectionName) => projections.find((projection) => projection.name === name)!

  /** What failed before is tried again: a new release may know better. */
  async function lanesToRun(client: pg.Client): Promise<Lane[]> {
    const lanes = new Map<number, { checkpoint: Checkpoint; projections: Projection[] }>()
    for (const stored of await readCheckpoints(client, names)) {
      if (stored.definition !== definitionOf(byName(stored.projection))) continue
      const lane = lanes.get(stored.number)
      if (lane === undefined) {
        await verifyCheckpoint(store, stored.logId, stored)
        lanes.set(stored.number, { checkpoint: withoutCredentials(stored), projections: [byName(stored.projection)] })
      } else lane.projections.push(byName(stored.projection))
    }
    return [...lanes.values()]
  }

  const ended = run()
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

async function isLong(store: EventStore, events: number): Promise<boolean> {
  let seen = 0
  for await (const page of store.readAll(null)) {
    seen += page.length
    if (seen >= events) return true
  }
  return false
}

const withoutCredentials = ({ position, hash, event, number }: StoredCheckpoint): Checkpoint => ({
  position,
  hash,
  event,
  number,
})

const oneLine = (error: unknown) => (error instanceof Error ? error.message : String(error)).replace(/\s+/g, ' ')
