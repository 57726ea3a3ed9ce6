// Whether the product can run on a server, before its first table is made there: a migration that stops halfway says
// nothing that an operator could use.
import type pg from 'pg'

const VERSION_MIN = 15

type Server = { version: string; number: number; encoding: string; is_new: boolean }

/** Throws an error of one line if the server is too old, or a new database cannot hold every name. */
export async function expectServer(client: Pick<pg.Client, 'query'>): Promise<void> {
  const { rows } = await client.query<Server>(`
    select current_setting('server_version') as version, current_setting('server_version_num')::integer as number,
      current_setting('server_encoding') as encoding, to_regclass('log.migration') is null as is_new`)
  const { version, number, encoding, is_new: isNew } = rows[0]!
  if (number < VERSION_MIN * 10_000) {
    throw new Error(`its server is Postgres ${version}, and Fairbook needs ${VERSION_MIN} or newer`)
  }
  if (isNew && encoding !== 'UTF8') {
    throw new Error(`its encoding is ${encoding}: create it with template template0 encoding 'UTF8'`)
  }
}
