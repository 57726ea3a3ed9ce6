// A log that moved to another store accepts no more events here: a check constraint that no new row can meet, and that
// leaves existing rows alone. It binds processes of every version, and takes effect with the transaction that adds it.
import pg from 'pg'
import { keepVacuumsOff } from '#services/platform/database/vacuums.ts'
import type { Unrecoverable } from '#services/platform/errors.ts'
import { StoreUnavailable } from '../port.ts'

const CONSTRAINT = 'log_moved'
const IS_MOVED = `
  select exists (select from pg_constraint where conrelid = to_regclass('log.events') and conname = '${CONSTRAINT}') as moved`
const MAY_CLOSE = `select pg_has_role(nspowner, 'member') as may from pg_namespace where nspname = 'log'`
const AS_OWNER = `select set_config('role', pg_get_userbyid(nspowner), true) from pg_namespace where nspname = 'log'`
const CLOSE = `
  ${AS_OWNER};
  alter table log.events add constraint ${CONSTRAINT} check (false) not valid;
  reset role`

/** Certainly nothing was written. Not recoverable. */
export class LogMoved extends StoreUnavailable implements Unrecoverable {
  override readonly name = 'LogMoved'
  readonly runbook = 'docs/runbooks/one-to-many.md'

  constructor(options?: ErrorOptions) {
    super(
      `${CONSTRAINT}: the log of this database goes on in EventStoreDB: EVENTSTORE_URL and EVENTSTORE_PREFIX have to name where`,
      options,
    )
  }
}

export const isMovedError = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && error.constraint === CONSTRAINT

export async function isMoved(db: Pick<pg.ClientBase, 'query'>): Promise<boolean> {
  const { rows } = await db.query<{ moved: boolean }>(IS_MOVED)
  return rows[0]!.moved
}

/** Whether this role can act as the owner of the log. */
export async function mayCloseLog(client: pg.ClientBase): Promise<boolean> {
  const { rows } = await client.query<{ may: boolean }>(MAY_CLOSE)
  return rows[0]?.may === true
}

/** Call in a transaction: until its end no automatic vacuum keeps the log from being closed. */
export async function keepVacuumsOffLog(client: pg.ClientBase): Promise<void> {
  await client.query(AS_OWNER)
  await keepVacuumsOff(client, ['log.events'])
  await client.query('reset role')
}

/** Call in a transaction: until its end readers and appends wait. */
export async function closeLog(client: pg.ClientBase): Promise<void> {
  if (!(await isMoved(client))) await client.query(CLOSE)
}
