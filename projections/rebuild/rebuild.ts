// Builds the next version of read models from the first event on, beside the ones that are served, and switches.
import { setTimeout as pause } from 'node:timers/promises'
import type pg from 'pg'
import { type EventStore, LogIdentityMismatch } from '#services/event-store/port.ts'
import { definitionOf } from '../definition.ts'
import type { LedgerEvent, RawEvent } from '../event.ts'
import type { Projection } from '../projection.ts'
import { projections as everyProjection } from '../registry.ts'
import { announceAll, PROJECTED } from '../runner/announcement.ts'
import { isRefusal } from '../runner/batch.ts'
import { BEGINNING, type Checkpoint, checkpointAt, createCheckpoints, readCheckpoints } from '../runner/checkpoint.ts'
import { connect, SERVED } from '../runner/leadership.ts'
import { CopyIn } from './copy-in.ts'
import { CannotFold, FoldAll, foldBatch, readEvents } from './fold-all.ts'
import { dropNextTables, NEXT, NextTables, switchTables } from './next-tables.ts'

export type RebuildOptions = {
  readonly store: EventStore
  readonly url: string
  /** All of them, where not said. */
  readonly projections?: readonly Projection[]
  /** The log from the start, faster than the store's own pages where there is a way. */
  readonly readLog?: () => AsyncIterable<readonly RawEvent[]>
  readonly progress?: (progress: RebuildProgress) => void
  readonly signal?: AbortSignal
  /** How many rows of a read model may wait in memory, some 500 bytes each. */
  readonly rowsInMemory?: number
}
export type RebuildProgress = { readonly step: 'folding' | 'indexing' | 'switching' | 'done'; readonly events: number }
export type Rebuilt = { readonly events: number; readonly position: string | null }

/** Another rebuild is at work in this database. */
export class RebuildUnderWay extends Error {
  override readonly name = 'RebuildUnderWay'
}

const LOCK = `hashtextextended('fairbook.rebuild', 0)`
/**
 * A reader who holds a table for long, an audit, keeps the switch waiting and all other readers behind it: not longer
 * than this, then they go first and it is tried again.
 */
const SWITCH_WAIT = '150ms'
const SWITCH_AGAIN_MS = 500
const PAGE = 1_000
const ROWS_IN_MEMORY = 200_000

/**
 * Reads are served from the old tables all along, and a projector may go on folding into them. Throws
 * RebuildUnderWay, LogIdentityMismatch or CannotFold: then nothing has changed.
 */
export async function rebuild(options: RebuildOptions): Promise<Rebuilt> {
  const { store, url, projections = everyProjection, progress = () => undefined, signal } = options
  const client = await connect(url, NEXT, { name: 'fairbook rebuild' })
  try {
    const { rows } = await client.query<{ free: boolean }>(`select pg_try_advisory_lock(${LOCK}) as free`)
    if (rows[0]?.free !== true) throw new RebuildUnderWay('another rebuild is under way')
    const tables = await NextTables.begin(client, projections)
    let at = await foldLog(client, tables, options)
    progress({ step: 'indexing', events: at.number + 1 })
    await finish(client, url, tables)
    at = await catchUp(client, store, projections, at, signal)
    progress({ step: 'switching', events: at.number + 1 })
    at = await switchOver(client, store, projections, at, signal)
    progress({ step: 'done', events: at.number + 1 })
    return { events: at.number + 1, position: at.position }
  } catch (error) {
    if (!(error instanceof RebuildUnderWay)) await dropNextTables(client).catch(() => undefined)
    throw isRefusal(error) ? new CannotFold(error.message) : error
  } finally {
    await client.end().catch(() => undefined)
  }
}

async function foldLog(client: pg.Client, tables: NextTables, options: RebuildOptions): Promise<Checkpoint> {
  const { store, url, projections = everyProjection, progress = () => undefined, signal } = options
  const copy = new CopyIn(url, tables)
  const folding = new FoldAll(client, copy, projections, options.rowsInMemory ?? ROWS_IN_MEMORY)
  let last: LedgerEvent | null = null
  let number = -1
  try {
    for await (const page of options.readLog?.() ?? store.readAll(null, PAGE)) {
      signal?.throwIfAborted()
      const events = readEvents(page, number + 1)
      await folding.add(events)
      number += page.length
      last = events.at(-1) ?? last
      progress({ step: 'folding', events: number + 1 })
    }
    await folding.end()
    await tables.makeRest(client)
    await folding.complete()
  } finally {
    await copy.close()
  }
  return last === null ? BEGINNING : checkpointAt(last)
}

async function finish(client: pg.Client, url: string, tables: NextTables): Promise<void> {
  const second = await connect(url, NEXT, { name: 'fairbook rebuild' })
  try {
    await tables.finish([client, second])
  } finally {
    await second.end().catch(() => undefined)
  }
}

/** What was appended meanwhile, until only the newest are missing. */
async function catchUp(
  client: pg.Client,
  store: EventStore,
  projections: readonly Projection[],
  from: Checkpoint,
  signal?: AbortSignal,
): Promise<Checkpoint> {
  for (let at = from; ; ) {
    const before = at.number
    at = await foldRest(client, store, projections, at, signal)
    if (at.number - before < PAGE) return at
  }
}

async function foldRest(
  client: pg.Client,
  store: EventStore,
  projections: readonly Projection[],
  from: Checkpoint,
  signal?: AbortSignal,
): Promise<Checkpoint> {
  let at = from
  for await (const page of store.readAll(at.position, PAGE)) {
    signal?.throwIfAborted()
    const events = readEvents(page, at.number + 1)
    await foldBatch(client, projections, events)
    const last = events.at(-1)
    if (last !== undefined) at = checkpointAt(last)
  }
  return at
}

async function switchOver(
  client: pg.Client,
  store: EventStore,
  projections: readonly Projection[],
  from: Checkpoint,
  signal?: AbortSignal,
): Promise<Checkpoint> {
  for (;;) {
    signal?.throwIfAborted()
    const at = await catchUp(client, store, projections, from, signal)
    try {
      return await switchNow(client, store, projections, at)
    } catch (error) {
      await client.query('rollback')
      if (!isBlocked(error)) throw error
      await pause(SWITCH_AGAIN_MS)
      from = at
    }
  }
}

/** A lock that was not given in time, or two that wait for each other. */
const isBlocked = (error: unknown): boolean => ['55P03', '40P01'].includes((error as { code?: string }).code ?? '')

/** The checkpoints' rows are held first, as the projector does: whoever folds waits, then sees that they have moved. */
async function switchNow(
  client: pg.Client,
  store: EventStore,
  projections: readonly Projection[],
  from: Checkpoint,
): Promise<Checkpoint> {
  const names = projections.map((projection) => projection.name)
  await client.query(`begin; set local lock_timeout = '${SWITCH_WAIT}'; set local search_path = ${SERVED}`)
  await createCheckpoints(client, projections, store.logId)
  const stored = await readCheckpoints(client, names, { lock: true })
  const other = stored.find((checkpoint) => checkpoint.logId !== store.logId)
  if (other !== undefined) {
    throw new LogIdentityMismatch(
      `the read models were folded from log ${other.logId}, but the event store holds log ${store.logId}`,
    )
  }
  await client.query(`set local search_path = ${NEXT}`)
  const at = await foldRest(client, store, projections, from)
  await switchTables(client, SERVED, projections)
  await client.query(`set local search_path = ${SERVED}`)
  for (const projection of projections) {
    await client.query(
      `update projection_checkpoint set position = $2, hash = $3, event = $4, number = $5, definition = $6, failed = null
       where projection = $1`,
      [projection.name, at.position, at.hash, at.event, at.number, definitionOf(projection)],
    )
  }
  await client.query('commit')
  if (at.position !== null && at.hash !== null) {
    const { position, hash, number } = at
    const text = announceAll({ position, hash, number }, projections.length, { rebuilt: true })
    await client.query('select pg_notify($1, $2)', [PROJECTED, text])
  }
  return at
}
