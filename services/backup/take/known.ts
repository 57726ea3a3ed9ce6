// What the rows of a database know about their log. Without this check, a log that has lost its end, a different one,
// or the copy that stays behind when a log moves would pass for complete.
import type pg from 'pg'
import { projections } from '#projections/registry.ts'
import { holdsEvent, type KnownEvent } from '#services/event-store/known-event.ts'
import type { EventStore } from '#services/event-store/port.ts'
import { isMoved, LogMoved } from '#services/event-store/postgres/moved.ts'
import { BackupError } from '../errors.ts'

/** Read models of another version are ignored, because nobody updates their positions when a log moves. */
const FOLDED = `
  select log_id as "logId", position, hash, event, (number + 1)::float8 as events from app.projection_checkpoint
  where projection = any($1)
  union select log_id, position, hash, event, size::float8 from app.log_tree order by events desc`
const SIGNED = 'select coalesce(max(size), 0)::float8 as events from app.log_checkpoint'
const IN_PLACE = `select from log.events where position = $1::bigint and encode(hash, 'hex') = $2`

type Folded = { logId: string; position: string | null; hash: string | null; event: string | null; events: number }

/**
 * The least number of events that the log has. Throws BackupError unless it is the log that the rows were made from,
 * with everything they know. `other`: the store that it is in; null if it is in the database.
 */
export async function eventsKnown(client: pg.Client, logId: string, other: EventStore | null): Promise<number> {
  if (other === null && (await isMoved(client))) {
    const cause = new LogMoved()
    throw new BackupError('backup_log', cause.message, { cause })
  }
  const { rows: folded } = await client.query<Folded>(FOLDED, [projections.map(({ name }) => name)])
  const foreign = folded.find((row) => row.logId !== logId)
  if (foreign !== undefined || (other !== null && folded.length === 0))
    throw new BackupError(
      'backup_log',
      `${other === null ? 'the database holds' : 'EVENTSTORE_URL leads to'} log ${logId}, and the read models know ${foreign?.logId ?? 'none'}`,
    )
  const holds = (known: KnownEvent) => (other === null ? isInPlace(client, known) : holdsEvent(other, known))
  for (const { event, position, hash, events } of folded) {
    if (event === null || (await holds({ event, position, hash }))) continue
    throw new BackupError(
      'backup_log',
      `the log ${other === null ? 'in Postgres' : 'at EVENTSTORE_URL'} does not have event ${events - 1} (${event}) as the rows of the database know it: it has lost its end, or is not where the product has it`,
    )
  }
  const { rows: signed } = await client.query<{ events: number }>(SIGNED)
  return Math.max(...[...folded, ...signed].map(({ events }) => events))
}

/** In another store, positions are different. */
async function isInPlace(client: pg.Client, { position, hash }: KnownEvent): Promise<boolean> {
  if (!/^\d{1,18}$/.test(position ?? '')) return false
  return (await client.query(IN_PLACE, [position, hash])).rowCount === 1
}

/** Throws BackupError if the log has fewer events than that. */
export function expectAll(known: number, { events }: { readonly events: number }): void {
  if (events < known)
    throw new BackupError('backup_log', `the log has ${events} events, and the rows of the database know ${known}`)
}
