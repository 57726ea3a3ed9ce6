// What became of the checkpoints that were sent to witnesses.
import type pg from 'pg'

type Queryable = Pick<pg.ClientBase, 'query'>

/**
 * `forked`: the witness saw another history of the log. `refused`: it does not know the log or its key, or does not
 * accept what it is sent. `silent`: it does not answer.
 */
export type WitnessFault = 'forked' | 'refused' | 'silent'

/** Matches a note with a cosignature. */
const COSIGNED = `note like E'%\\n\\n— %\\n— %'`

/** The newest checkpoint with a cosignature; null if there is none. */
export async function readCosigned(db: Queryable): Promise<{ readonly size: number; readonly note: string } | null> {
  const { rows } = await db.query<{ size: number; note: string }>(
    `select size::float8 as size, note from app.log_checkpoint where ${COSIGNED} order by app.log_checkpoint.size desc limit 1`,
  )
  return rows[0] ?? null
}

/**
 * Kept beside newer ones until the next one is cosigned, since the tree may have grown meanwhile. `note`: with its
 * cosignatures.
 */
export async function keepCosigned(db: Queryable, size: number, note: string): Promise<void> {
  await db.query(
    `insert into app.log_checkpoint (size, note) values ($1, $2) on conflict (size) do update set note = excluded.note`,
    [size, note],
  )
}

/** Which checkpoints of this hour are deleted when a newer one is written: all but the newest that was cosigned. */
export const SUPERSEDED = `signed_at >= date_trunc('hour', clock_timestamp())
  and size is distinct from (
    select max(c.size) from app.log_checkpoint c where c.signed_at >= date_trunc('hour', clock_timestamp()) and c.${COSIGNED})`

/** Deletes the rows of witnesses that are no longer asked. */
export async function keepWitnesses(db: Queryable, names: readonly string[]): Promise<void> {
  await db.query('delete from app.log_witness where name <> all($1::text[])', [names])
}

export async function noteCosigned(db: Queryable, name: string, size: number): Promise<void> {
  await db.query(
    `insert into app.log_witness (name, size) values ($1, $2)
     on conflict (name) do update set size = excluded.size, fault = null, says = null, since = null`,
    [name, size],
  )
}

/** `says`: one line. The start of a fault is kept while its kind stays the same. */
export async function noteFault(db: Queryable, name: string, fault: WitnessFault, says: string): Promise<void> {
  await db.query(
    `insert into app.log_witness as w (name, fault, says, since) values ($1, $2, $3, clock_timestamp())
     on conflict (name) do update set fault = excluded.fault, says = excluded.says,
       since = case when w.fault = excluded.fault then w.since else excluded.since end`,
    [name, fault, says],
  )
}
