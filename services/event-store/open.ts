// Which event store the product runs on.
import type { Config } from '#services/platform/config.ts'
import { connect } from '#services/platform/database/connect.ts'
import type { LogStart } from './first-event.ts'
import type { EventStore } from './port.ts'

/** `DATABASE_URL` is the service role's, of a migrated database. */
export type EventStoreSettings = Pick<Config, 'EVENTSTORE_URL' | 'EVENTSTORE_PREFIX'> & {
  readonly DATABASE_URL: string
}

/**
 * Opens the log, on EventStoreDB if `EVENTSTORE_URL` is set, otherwise in Postgres, and starts it if it is empty and need not exist.
 * Throws StoreUnavailable if it cannot be reached, LogIdentityMismatch if it is not there, or events of it are missing or may go missing.
 */
export async function openEventStore(settings: EventStoreSettings, start: LogStart = {}): Promise<EventStore> {
  const { EVENTSTORE_URL: url, EVENTSTORE_PREFIX: prefix, DATABASE_URL } = settings
  // loaded on demand: each store's client takes memory that the other does not need
  if (url !== undefined) {
    const { EventStoreDbLog } = await import('./eventstoredb/log.ts')
    return EventStoreDbLog.open({ url, prefix, ...start })
  }
  const { PostgresLog } = await import('./postgres/log.ts')
  return PostgresLog.open({ url: DATABASE_URL, ...start })
}

const IS_LOG_KNOWN = `select exists (select from app.projection_checkpoint) or exists (select from app.log_tree) as known`

/**
 * As the processes of the product do: a log is begun where the rows of the database are of none, and nowhere else. A wrong address or
 * prefix would have the place for good.
 */
export async function openProductLog(settings: EventStoreSettings): Promise<EventStore> {
  // asked first: a log that another process begins meanwhile is found
  return openEventStore(settings, { mustExist: await isLogKnown(settings.DATABASE_URL) })
}

async function isLogKnown(url: string): Promise<boolean> {
  const client = await connect(url, { name: 'fairbook log' })
  try {
    const { rows } = await client.query<{ known: boolean }>(IS_LOG_KNOWN)
    return rows[0]!.known
  } finally {
    await client.end()
  }
}
