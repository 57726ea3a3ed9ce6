// Failed sign-ins by account, for the hours that are not in the ledger yet.
import type pg from 'pg'
import { MAX_FAILURES_COUNTED, MAX_NETWORKS_COUNTED } from '#domain/limits.ts'
import type { UserName } from '../names/names.ts'

type Db = Pick<pg.Pool, 'query'>

/** A name that somebody typed, whether or not it exists. */
export type TriedName = Pick<UserName, 'normal' | 'legacyNormal'>
/** As whom somebody tried to sign in: by a name, or with the second factor of an account. */
export type Tried = TriedName | { readonly accountId: string }

/** `refused`: told to wait, so not checked. `network`: its pseudonym. */
export type Failure = {
  readonly kind: 'password' | 'code' | 'refused'
  readonly as: Tried
  readonly network: Buffer
}

/** Failed sign-ins on an account within an hour. `hour`: its beginning. */
export type FailedHour = {
  readonly accountId: string
  readonly hour: Date
  readonly passwords: number
  readonly codes: number
  readonly refused: number
  readonly networks: number
}

/** Adds to the current hours, by the database's clock. Failures for names that nobody has are left out. */
export async function addFailures(db: Db, failures: readonly Failure[]): Promise<void> {
  const of = (pick: (failure: Failure) => unknown) => failures.map(pick)
  await db.query({
    name: 'sign_ins_failed',
    // rows are locked in one order, so that neither two of these statements nor one of these and an erasure
    // (../erasure/) can deadlock
    text: `insert into app.failed_sign_in as f (account_id, hour, passwords, codes, refused, networks)
      with tried as materialized (
        select t.kind, t.network, i.account_id
        from unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::bytea[]) as t (kind, account, normal, legacy, network)
          cross join lateral (
            select account_id from app.identity
             where status = 'active' and (account_id = t.account or username_normal in (t.normal, t.legacy))
             order by username_normal = t.legacy desc limit 1) i),
      -- who is erased meanwhile is left out: the rows of all others would be lost with theirs
      there as materialized (
        select account_id from app.identity where account_id in (select account_id from tried) order by account_id for key share)
      select account_id, date_trunc('hour', now(), 'UTC'), count(*) filter (where kind = 'password'),
        count(*) filter (where kind = 'code'), count(*) filter (where kind = 'refused'),
        (array_agg(distinct network))[:${MAX_NETWORKS_COUNTED}]
      from tried join there using (account_id) group by account_id order by account_id
      on conflict (account_id, hour) do update set
        passwords = least(f.passwords + excluded.passwords, ${MAX_FAILURES_COUNTED}),
        codes = least(f.codes + excluded.codes, ${MAX_FAILURES_COUNTED}),
        refused = least(f.refused + excluded.refused, ${MAX_FAILURES_COUNTED}),
        networks = array(select distinct unnest(f.networks || excluded.networks) limit ${MAX_NETWORKS_COUNTED})`,
    values: [
      of(({ kind }) => kind),
      of(({ as }) => ('accountId' in as ? as.accountId : null)),
      of(({ as }) => ('normal' in as ? as.normal : null)),
      of(({ as }) => ('normal' in as ? as.legacyNormal : null)),
      of(({ network }) => network),
    ],
  })
}

/** One minute after its end, nothing is added to an hour any more. */
const IS_OVER = `hour <= now() - interval '61 minutes'`

/**
 * For each hour that is over, keeps the accounts with the most failures, this many; accounts where attempts were only
 * told to wait are dropped.
 */
export async function dropSurplus(db: Db, accountsPerHour: number): Promise<void> {
  await db.query(
    `with surplus as materialized (
       select account_id, hour from (
         select account_id, hour, passwords + codes as failures,
           row_number() over (partition by hour order by passwords + codes desc, account_id) as place
         from app.failed_sign_in where ${IS_OVER}) r
       where failures = 0 or place > $1),
     -- as they are counted, and for the same reason; with who is erased meanwhile theirs go by themselves
     there as materialized (
       select account_id from app.identity where account_id in (select account_id from surplus) order by account_id for key share)
     delete from app.failed_sign_in f using surplus s join there using (account_id)
     where f.account_id = s.account_id and f.hour = s.hour`,
    [accountsPerHour],
  )
}

/** Per account, the first hour that is over; of at most `limit` accounts. */
export async function hoursOver(db: Db, limit: number): Promise<FailedHour[]> {
  const { rows } = await db.query<FailedHour>(
    `select distinct on (account_id) account_id as "accountId", hour, passwords, codes, refused,
       cardinality(networks) as networks
     from app.failed_sign_in where ${IS_OVER} order by account_id, hour limit $1`,
    [limit],
  )
  return rows
}

export async function dropHour(db: Db, { accountId, hour }: Pick<FailedHour, 'accountId' | 'hour'>): Promise<void> {
  await db.query('delete from app.failed_sign_in where account_id = $1 and hour = $2', [accountId, hour])
}
