// Folds what was appended during a rebuild into the next tables.
import type pg from 'pg'
import type { EventStore } from '#services/event-store/port.ts'
import type { Projection } from '../projection.ts'
import { type Checkpoint, checkpointAt } from '../runner/checkpoint.ts'
import { foldBatch, readEvents } from './fold-all.ts'

export const PAGE_SIZE = 1_000

/** What every step of a rebuild after the bulk fold needs. */
export type RebuildContext = {
  /** Its search path is the schema of the next tables. */
  readonly client: pg.Client
  readonly schema: string
  readonly store: EventStore
  readonly projections: readonly Projection[]
  readonly signal: AbortSignal | undefined
}

/** Folds until only the newest events are missing. */
export async function catchUp(context: RebuildContext, from: Checkpoint): Promise<Checkpoint> {
  for (let at = from; ; ) {
    const before = at.number
    at = await foldRest(context, at)
    if (at.number - before < PAGE_SIZE) return at
  }
}

/** Folds all events that exist now. */
export async function foldRest(
  { client, store, projections, signal }: RebuildContext,
  from: Checkpoint,
): Promise<Checkpoint> {
  let at = from
  for await (const page of store.readAll(at.position, PAGE_SIZE)) {
    signal?.throwIfAborted()
    const events = readEvents(page, at.number + 1)
    await foldBatch(client, projections, events)
    const last = events.at(-1)
    if (last !== undefined) at = checkpointAt(last)
  }
  return at
}
