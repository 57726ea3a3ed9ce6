// How far each read model has got in the log.
import { holdsEvent } from '#services/event-store/known-event.ts'
import { type EventStore, LogIdentityMismatch } from '#services/event-store/port.ts'
import { definitionOf } from '../ddl.ts'
import { eventRef, type LedgerEvent } from '../event.ts'
import type { Projection, ProjectionName } from '../projection.ts'

/** `position`, `hash` and `event` (its reference) of the last event folded; null before the first, with number -1. */
export type Checkpoint = {
  readonly position: string | null
  readonly hash: string | null
  readonly event: string | null
  readonly number: number
}
export type StoredCheckpoint = Checkpoint & {
  readonly projection: ProjectionName
  readonly logId: string
  readonly definition: string
  readonly failed: string | null
}

export const BEGINNING: Checkpoint = { position: null, hash: null, event: null, number: -1 }

export const checkpointAt = (event: LedgerEvent): Checkpoint => ({
  position: event.position,
  hash: event.hash,
  event: eventRef(event),
  number: event.number,
})

type Client = { query(text: string, values?: unknown[]): Promise<{ rows: unknown[]; rowCount: number | null }> }

/**
 * The stored checkpoints. `schema`: if it is not in the connection's search path. `lock`: locks them until the commit.
 */
export async function readCheckpoints(
  client: Client,
  names: readonly ProjectionName[],
  { schema, lock = false }: { readonly schema?: string; readonly lock?: boolean } = {},
): Promise<StoredCheckpoint[]> {
  const { rows } = await client.query(
    `select projection, log_id as "logId", position, hash, event, number::float8 as number, definition, failed
     from ${schema === undefined ? '' : `${schema}.`}projection_checkpoint where projection = any($1::text[])
     order by projection ${lock ? 'for update' : ''}`,
    [names],
  )
  return rows as StoredCheckpoint[]
}

/** Creates missing checkpoints, before the first event. */
export async function createCheckpoints(
  client: Client,
  projections: readonly Projection[],
  logId: string,
): Promise<void> {
  for (const projection of projections) {
    await client.query(
      `insert into projection_checkpoint (projection, log_id, definition) values ($1, $2, $3)
       on conflict (projection) do nothing`,
      [projection.name, logId, definitionOf(projection)],
    )
  }
}

/**
 * Throws LogIdentityMismatch unless the store has the checkpoint's event at its position: after a restored backup, a
 * failover that lost the end of the log, or with another store.
 */
export async function verifyCheckpoint(store: EventStore, logId: string, checkpoint: Checkpoint): Promise<void> {
  if (logId !== store.logId) {
    throw new LogIdentityMismatch(
      `the read models were folded from log ${logId}, but the event store holds log ${store.logId}`,
    )
  }
  const { event, position, hash } = checkpoint
  if (event === null || (await holdsEvent(store, { event, position, hash }))) return
  throw new LogIdentityMismatch(
    `the event store does not have event ${checkpoint.number} (${event}) as the read models know it`,
  )
}
