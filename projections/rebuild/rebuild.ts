// Rebuilds read models from the first event on, beside the ones that are served, and switches to the new ones.
import type pg from 'pg'
import type { EventStore } from '#services/event-store/port.ts'
import { STANDS_STILL_MS, saying } from '#services/platform/database/leadership.ts'
import type { LedgerEvent, RawEvent } from '../event.ts'
import type { Projection } from '../projection.ts'
import { projections as everyProjection } from '../registry.ts'
import { BEGINNING, type Checkpoint, checkpointAt } from '../runner/checkpoint.ts'
import { connectToFold } from '../runner/fold-connection.ts'
import { isRefusal, WriteFailed } from '../runner/write-batch.ts'
import { catchUp, PAGE_SIZE } from './catch-up.ts'
import { CopyIn } from './copy-in.ts'
import { CannotFold, FoldAll, readEvents } from './fold-all.ts'
import { dropNextTables, NextTables, newSchema } from './next-tables.ts'
import { switchOver } from './switch-over.ts'

export type RebuildOptions = {
  readonly store: EventStore
  readonly url: string
  /** All by default. */
  readonly projections?: readonly Projection[]
  /** The log from the start, if there is a faster way than the store's pages. */
  readonly readLog?: () => AsyncIterable<readonly RawEvent[]>
  readonly progress?: (progress: RebuildProgress) => void
  readonly signal?: AbortSignal | undefined
  /** Called with the schema of the next tables once they have caught up; if it throws, nothing has changed. */
  readonly beforeSwitch?: (schema: string) => Promise<void>
  /** How many rows of a read model may wait in memory, some 500 bytes each. */
  readonly rowsInMemory?: number
  /** STANDS_STILL_MS by default. */
  readonly standsStillMs?: number
}
export type RebuildProgress = { readonly step: 'folding' | 'indexing' | 'switching' | 'done'; readonly events: number }
export type Rebuilt = { readonly events: number; readonly position: string | null }

/** Another rebuild is running in this database. */
export class RebuildUnderWay extends Error {
  override readonly name = 'RebuildUnderWay'
}

const LOCK = `hashtextextended('fairbook.rebuild', 0)`
const ROWS_IN_MEMORY = 200_000
const CONNECTION = { name: 'fairbook rebuild' }

/**
 * Reads are served from the old tables meanwhile, and a projector may continue to fold into them. Throws
 * RebuildUnderWay, LogIdentityMismatch or CannotFold: then nothing has changed.
 */
export async function rebuild(options: RebuildOptions): Promise<Rebuilt> {
  const schema = newSchema()
  const client = await connectToFold(options.url, schema, CONNECTION)
  try {
    const { rows } = await client.query<{ free: boolean }>(`select pg_try_advisory_lock(${LOCK}) as free`)
    if (rows[0]?.free !== true) throw new RebuildUnderWay('another rebuild is running')
    return await saying(client, options.standsStillMs ?? STANDS_STILL_MS, () => build(client, schema, options))
  } catch (error) {
    if (!(error instanceof RebuildUnderWay)) await dropNextTables(client, schema).catch(() => undefined)
    if (error instanceof WriteFailed) throw new CannotFold(error.message, error.projection)
    throw isRefusal(error) ? new CannotFold(error.message) : error
  } finally {
    await client.end().catch(() => undefined)
  }
}

/**
 * `client` holds the lock, and only it switches. A process that has lost the lock can only fill a schema that nobody
 * else knows.
 */
async function build(client: pg.Client, schema: string, options: RebuildOptions): Promise<Rebuilt> {
  const { store, url, projections = everyProjection, progress = () => undefined, signal } = options
  const context = { client, schema, store, projections, signal }
  const tables = await NextTables.begin(client, schema, projections)
  const { folding, at: folded } = await foldLog(client, tables, options)
  let at = folded
  progress({ step: 'indexing', events: at.number + 1 })
  await finishTables(client, url, tables)
  await folding.rest()
  at = await catchUp(context, at)
  await options.beforeSwitch?.(schema)
  progress({ step: 'switching', events: at.number + 1 })
  at = await switchOver(context, at)
  progress({ step: 'done', events: at.number + 1 })
  return { events: at.number + 1, position: at.position }
}

async function foldLog(
  client: pg.Client,
  tables: NextTables,
  options: RebuildOptions,
): Promise<{ readonly folding: FoldAll; readonly at: Checkpoint }> {
  const { store, url, projections = everyProjection, progress = () => undefined, signal } = options
  const copy = new CopyIn(url, tables)
  const folding = new FoldAll(client, copy, projections, options.rowsInMemory ?? ROWS_IN_MEMORY)
  let last: LedgerEvent | null = null
  let number = -1
  try {
    for await (const page of options.readLog?.() ?? store.readAll(null, PAGE_SIZE)) {
      signal?.throwIfAborted()
      const events = readEvents(page, number + 1)
      await folding.add(events)
      number += page.length
      last = events.at(-1) ?? last
      progress({ step: 'folding', events: number + 1 })
    }
    await folding.end()
    await tables.createRest(client)
    await folding.complete()
  } finally {
    await copy.close()
  }
  return { folding, at: last === null ? BEGINNING : checkpointAt(last) }
}

async function finishTables(client: pg.Client, url: string, tables: NextTables): Promise<void> {
  const second = await connectToFold(url, tables.schema, CONNECTION)
  try {
    await tables.finish([client, second])
  } finally {
    await second.end().catch(() => undefined)
  }
}
