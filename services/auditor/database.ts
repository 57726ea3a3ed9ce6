// Opens the ledger that the product's settings name.
import type { Config } from '#services/platform/config.ts'
import { type LocalDatabase, openLocalDatabase } from '#services/platform/embedded-postgres/local-database.ts'
import type { AuditedStore } from './event-store/log.ts'
import { NoConnection } from './failures.ts'

/** Throws NoConnection with a message of one line. */
export async function openLedgerDatabase(config: Config): Promise<LocalDatabase> {
  try {
    return await openLocalDatabase(config)
  } catch (error) {
    throw new NoConnection((error as Error).message)
  }
}

export type OpenStore = AuditedStore & { close(): Promise<void> }

/**
 * The store of the log; null if the log is in the database. Throws NoConnection or LogIdentityMismatch with a message
 * of one line.
 */
export async function openLedgerStore({
  EVENTSTORE_URL: url,
  EVENTSTORE_PREFIX: prefix,
}: Config): Promise<OpenStore | null> {
  if (url === undefined) return null
  // loaded on demand: an audit of a log in Postgres does not need its client
  const { openStoreToAudit } = await import('./event-store/open.ts')
  return openStoreToAudit(url, prefix)
}
