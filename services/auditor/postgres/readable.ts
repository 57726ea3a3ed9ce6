// Reads tables that may be missing, or that the connected role may not be allowed to read.
import type pg from 'pg'
import { endConnection, type Snapshot } from './snapshot.ts'

/** The result of `read` on a connection of its own; null if the table cannot be read, or there is no database. */
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
