// The surroundings of the log: whether it is in this database at all, grants, the product's clocks, and unknown
// columns.
import type pg from 'pg'
import { isMoved, LogMoved } from '#services/event-store/postgres/moved.ts'
import type { BusinessClock } from '../events/times/clock-line.ts'
import { NoConnection, Usage } from '../failures.ts'

/**
 * Throws Usage if the log was moved to another store: the copy left here ends there, while the rows beside it have gone
 * on.
 */
export async function refuseMoved(client: pg.Client): Promise<void> {
  if (!(await isMoved(client))) return
  const { message, runbook } = new LogMoved()
  throw new Usage(`${message}; what to do: ${runbook}`)
}

/** Tables that have rows as soon as a product has started a ledger, even if its events are gone. */
const BEGUN = ['app.log_tree', 'app.log_checkpoint', 'app.projection_checkpoint', 'app.identity']

/** To be called if the log has no events. Throws NoConnection if nothing else says that it ever had any. */
export async function refuseUnbegun(client: pg.Client): Promise<void> {
  const tables = 'select name from unnest($1::text[]) as t (name) where to_regclass(name) is not null'
  const { rows: there } = await client.query<{ name: string }>(tables, [BEGUN])
  const looks = there.map(({ name }) => `exists (select from ${name})`)
  const { rows } = await client.query<{ begun: boolean }>(`select ${['false', ...looks].join(' or ')} as begun`)
  if (rows[0]?.begun === false)
    throw new NoConnection('this database holds no ledger yet: it has the tables for one, and no event')
}

/**
 * Whether neither the connected role nor that of the services can change or remove stored events, or become a role that
 * can.
 */
export async function isLogProtected(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ protected: boolean }>(`
    select not exists (
      select from pg_roles r
      where r.rolname in (current_user, (select pg_get_userbyid(nspowner) from pg_namespace where nspname = 'app'))
        and (r.rolsuper or pg_has_role(r.oid, c.relowner, 'member') or has_table_privilege(r.oid, c.oid, 'update, delete, truncate'))
    ) as protected
    from pg_class c where c.oid = to_regclass('log.events')`)
  return rows[0]?.protected === true
}

const TRANSFER_TIMEOUT_MS = 60_000

/** When a database is audited, by its own clock, and since when the product has been running on it. */
export type DatabaseClock = {
  /** In milliseconds. */
  readonly now: number
  /**
   * Transfers recorded earlier should have arrived; null if the product does not run, so that none should be in
   * transit. A product that has just started is given a minute for those it found.
   */
  readonly arrivedBefore: string | null
  /** In milliseconds; null if no product runs. */
  readonly runsSince: number | null
}

export async function readClock(client: pg.Client): Promise<DatabaseClock> {
  // a role may not see details of other sessions: those without a start time are assumed to be the product's
  const { rows } = await client.query<{ runs: boolean; since: Date | null; now: Date }>(`
    select count(*) > 0 as runs, min(backend_start) as since, clock_timestamp() as now from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid() and (backend_start is null
      or (application_name like 'fairbook%' and application_name <> 'fairbook ledger'))`)
  const { runs, since, now: clock } = rows[0]!
  const now = clock.getTime()
  if (!runs) return { now, arrivedBefore: null, runsSince: null }
  const runsSince = since?.getTime() ?? 0
  const started = now - runsSince < TRANSFER_TIMEOUT_MS
  return { now, arrivedBefore: new Date(started ? 0 : now - TRANSFER_TIMEOUT_MS).toISOString(), runsSince }
}

/** The business clock of the product; null if it was never started. */
export async function readBusinessClock(client: pg.Client): Promise<BusinessClock | null> {
  const { rows } = await client.query<{ system: Date; business: Date; speed: number; now: Date }>(
    `select anchor_system as system, anchor_business as business, speed::float8 as speed, clock_timestamp() as now from app.clock`,
  )
  const [clock] = rows
  if (clock === undefined) return null
  const { system, business, speed, now } = clock
  return { anchorSystem: system.getTime(), anchorBusiness: business.getTime(), speed, now: now.getTime() }
}

/**
 * `known`: by table, the columns that the auditor knows. Returns other columns that may be used, and known ones that
 * are missing.
 */
export async function unexpectedColumns(
  client: pg.Client,
  known: ReadonlyMap<string, readonly string[]>,
): Promise<{ unknown: string[]; missing: string[] }> {
  const { rows } = await client.query<{ name: string; column: string }>(
    `select t.name, a.attname::text as column
     from unnest($1::text[]) as t (name) join pg_class c on c.oid = to_regclass(t.name)
     join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
     where pg_has_role(c.relowner, 'usage') or has_column_privilege(c.oid, a.attnum, 'select, insert, update, references')
     order by 1, 2`,
    [[...known.keys()]],
  )
  const found = new Set(rows.map(({ name, column }) => `${name}.${column}`))
  const unknown = rows.filter(({ name, column }) => !known.get(name)!.includes(column))
  const missing = [...known].flatMap(([name, columns]) =>
    columns.map((column) => `${name}.${column}`).filter((column) => !found.has(column)),
  )
  return { unknown: unknown.map(({ name, column }) => `${name}.${column}`), missing: missing.sort() }
}

/** The largest ledger number; -1 if the log is empty. */
export async function lastNumber(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ last: string | null }>('select max(position) as last from log.events')
  return Number(rows[0]!.last ?? 0) - 1
}

/** The largest ledger number that any read model has reached; -1 before the first event. */
export async function furthestCheckpoint(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ last: number | null }>(
    'select max(number)::float8 as last from app.projection_checkpoint',
  )
  return rows[0]!.last ?? -1
}
