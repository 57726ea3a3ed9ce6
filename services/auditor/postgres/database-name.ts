// Identifies the database that was read, by what somebody cannot change who may write to all of its tables.
import { endConnection, type Snapshot } from './snapshot.ts'

/**
 * `itself`: identifiers of the cluster and the database in it; null if the role may not see them. `address`: by which
 * it was reached.
 */
export type DatabaseName = { readonly itself: readonly string[] | null; readonly address: readonly string[] }

const ITSELF = `select system_identifier::text as cluster, (select oid from pg_database where datname = current_database())::text as database
  from pg_control_system()`

export async function databaseName(snapshot: Snapshot): Promise<DatabaseName> {
  // on a connection of its own, because a refused query ends the transaction
  const client = await snapshot.open()
  const address = ['address', client.host, String(client.port), client.database ?? '']
  try {
    const { rows } = await client.query<{ cluster: string; database: string }>(ITSELF)
    const { cluster, database } = rows[0]!
    return { itself: ['database', cluster, database], address }
  } catch {
    return { itself: null, address }
  } finally {
    await endConnection(client)
  }
}
