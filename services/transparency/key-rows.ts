// The rows of the keys that sign the log: what its events say about them, where everybody may read it.
import type pg from 'pg'
import type { KeyChange } from '#domain/log-key/events.ts'

type Queryable = Pick<pg.ClientBase, 'query'>

/** A key, which signs checkpoints of more than `since` events. The first one replaces none. */
export type KeyRow = {
  readonly verifierKey: string
  readonly since: number
  readonly replaces: string | null
  readonly why: KeyChange | null
  /** A signed note in which the previous key vouches for it. */
  readonly endorsement: string | null
  /** If the previous key was compromised: up to how many events its signatures count. */
  readonly trustedTo: number | null
}

/** Newest last. */
export async function readKeyRows(db: Queryable): Promise<KeyRow[]> {
  const { rows } = await db.query<KeyRow>(
    `select verifier_key as "verifierKey", since::float8 as since, replaces, why, endorsement,
       trusted_to::float8 as "trustedTo"
     from app.log_key order by since, known_at`,
  )
  return rows
}

/** May be repeated: what the ledger says about a key never changes. */
export async function keepKey(db: Queryable, row: KeyRow): Promise<void> {
  const { verifierKey, since, replaces, why, endorsement, trustedTo } = row
  await db.query(
    `insert into app.log_key (verifier_key, since, replaces, why, endorsement, trusted_to) values ($1, $2, $3, $4, $5, $6)
     on conflict (verifier_key) do update set replaces = excluded.replaces, why = excluded.why,
       endorsement = excluded.endorsement, trusted_to = excluded.trusted_to`,
    [verifierKey, since, replaces, why, endorsement, trustedTo],
  )
}
