// Tables that need not be there, and that the connected role need not be allowed to read.
import type pg from 'pg'
import { endConnection, type Snapshot } from './snapshot.ts'

/** What `read` makes of the table, on a connection of its own; null where it cannot be read, or there is no database. */
export async function whereReadable<T>(
  snapshot: Snapshot | null,
  table: string,
  read: (client: pg.Client) => Promise<T>,
): Promise<T | null> {
  if (snapshot === null) return null
  const client = await snapshot.open()
  const query = "select has_table_privilege(to_regclass($1), 'select') as may"
  const { rows } = await client.query<{ may: boolean | null }>(query, [table])
  const result = rows[0]?.may === true ? await read(client) : null
  await endConnection(client)
  return result
}
