// The rows of the keys that sign the log: what its events say of them, where everybody may read it.
import type pg from 'pg'
import type { KeyChange } from '#domain/log-key/events.ts'

type Queryable = Pick<pg.ClientBase, 'query'>

/** A key: it signs checkpoints of more than `since` events. The first one replaces none. */
export type KeyRow = {
  readonly verifierKey: string
  readonly since: number
  readonly replaces: string | null
  readonly why: KeyChange | null
  /** A signed note in which the key before vouches for it. */
  readonly endorsement: string | null
  /** Of the key before, where that was compromised: up to how many events its signatures count. */
  readonly trustedTo: number | null
}

/** The newest last. */
export async function readKeyRows(db: Queryable): Promise<KeyRow[]> {
  const { rows } = await db.query<KeyRow>(
    `select verifier_key as "verifierKey", since::float8 as since, replaces, why, endorsement,
       trusted_to::float8 as "trustedTo"
     from app.log_key order by since, known_at`,
  )
  return rows
}

/** As often as one likes: what the ledger says of a key does not change. */
export async function keepKey(db: Queryable, row: KeyRow): Promise<void> {
  const { verifierKey, since, replaces, why, endorsement, trustedTo } = row
  await db.query(
    `insert into app.log_key (verifier_key, since, replaces, why, endorsement, trusted_to) values ($1, $2, $3, $4, $5, $6)
     on conflict (verifier_key) do update set replaces = excluded.replaces, why = excluded.why,
       endorsement = excluded.endorsement, trusted_to = excluded.trusted_to`,
    [verifierKey, since, replaces, why, endorsement, trustedTo],
  )
}
