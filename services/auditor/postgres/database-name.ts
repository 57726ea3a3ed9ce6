// Which database was read: whoever may write to all of its tables cannot change what names it here.
import { endConnection, type Snapshot } from './snapshot.ts'

/**
 * `itself`: the cluster as it was made, and the database in it; null where the role may not see that. `address`: by which it was reached.
 */
export type DatabaseName = { readonly itself: readonly string[] | null; readonly address: readonly string[] }

const ITSELF = `select system_identifier::text as cluster, (select oid from pg_database where datname = current_database())::text as database
  from pg_control_system()`

export async function databaseName(snapshot: Snapshot): Promise<DatabaseName> {
  // on a connection of its own: a query that is refused ends a transaction
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
