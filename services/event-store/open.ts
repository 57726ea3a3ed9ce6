// Which event store the product runs on.
import type { Config } from '#services/platform/config.ts'
import { connect } from '#services/platform/database/connect.ts'
import type { LogStart } from './first-event.ts'
import type { EventStore } from './port.ts'

/** `DATABASE_URL`: a migrated database, as the service role. */
export type EventStoreSettings = Pick<Config, 'EVENTSTORE_URL' | 'EVENTSTORE_PREFIX'> & {
  readonly DATABASE_URL: string
}

/**
 * Opens the log, on EventStoreDB if `EVENTSTORE_URL` is set, otherwise in Postgres, and starts it if it is empty and
 * `start` allows. Throws StoreUnavailable if it cannot be reached; LogIdentityMismatch if it is not there, or events of
 * it are missing or may go missing.
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
 * For the product's processes: starts a log only if the database has no rows of any log. Otherwise a wrong address or
 * prefix would get a log of its own, and the right one could never be moved there (docs/decisions/0015).
 */
export async function openProductLog(settings: EventStoreSettings): Promise<EventStore> {
  // asked before the store is opened, so that a log that another process starts meanwhile is not taken for a lost one
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
