// Where the ledger is: as the product finds it.
import type { Config } from '../config.ts'
import { type LocalDatabase, openLocalDatabase } from '../embedded/local-database.ts'
import { NoConnection } from './postgres/snapshot.ts'

/** Throws NoConnection, with one line. */
export async function openLedgerDatabase(config: Config): Promise<LocalDatabase> {
  if (config.EVENTSTORE_URL) throw new NoConnection('this ledger tool reads a log in Postgres only')
  try {
    return await openLocalDatabase(config)
  } catch (error) {
    throw new NoConnection((error as Error).message)
  }
}
