// How fast passwords may be tried. Whoever comes from an address that the account was signed in from before has a budget
// that nobody else can spend; all others wait, the longer the more went wrong, and nobody is refused for good. Counted in
// Postgres, so that all processes count together and a restart forgives nothing. Why so: docs/decisions/0023.
import type pg from 'pg'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS

/** After `free` failures the next attempt waits, twice as long with every so many more of them, up to the longest. */
export type ThrottleRule = {
  readonly free: number
  readonly shortestMs: number
  readonly doublesEvery: number
  readonly longestMs: number
  /** One failure is forgiven in so long. */
  readonly forgivenEveryMs: number
}

export type SignInLimits = {
  /** A name from an address that it was signed in from before. */
  readonly knownPair: ThrottleRule
  /** A name from any other address. */
  readonly pair: ThrottleRule
  /** A name from all unknown addresses: each of them waits once for each attempt, all at the same time. */
  readonly name: ThrottleRule
  /** All names that are unknown at an address (IPv6: at a /64), one after the other. */
  readonly network: ThrottleRule
  /** The same at an IPv6 /48. */
  readonly site: ThrottleRule
  /** Who waited for the name's sake may come so much later without waiting again. */
  readonly invitedForMs: number
}

export const SIGN_IN_LIMITS: SignInLimits = {
  knownPair: {
    free: 20,
    shortestMs: 1_000,
    doublesEvery: 1,
    longestMs: 15 * MINUTE_MS,
    forgivenEveryMs: 15 * MINUTE_MS,
  },
  pair: { free: 10, shortestMs: 1_000, doublesEvery: 1, longestMs: HOUR_MS, forgivenEveryMs: HOUR_MS },
  name: { free: 50, shortestMs: 1_000, doublesEvery: 25, longestMs: MINUTE_MS, forgivenEveryMs: MINUTE_MS },
  network: {
    free: 100,
    shortestMs: 1_000,
    doublesEvery: 10,
    longestMs: 5 * MINUTE_MS,
    forgivenEveryMs: 5 * MINUTE_MS,
  },
  site: { free: 1_000, shortestMs: 1_000, doublesEvery: 100, longestMs: 30_000, forgivenEveryMs: 30_000 },
  invitedForMs: 30 * MINUTE_MS,
}

/** Known addresses of an account, and how long after the last sign-in (longer than a session may last). */
const KNOWN_MAX = 20
const KNOWN_FOR = '180 days'

/** What an attempt is counted by, each as its pseudonym; `site` is null of an IPv4 address. */
export type AttemptKeys = {
  readonly pair: Buffer
  readonly name: Buffer
  readonly network: Buffer
  readonly site: Buffer | null
}

export type Verdict = {
  /** Until the password may be checked. */
  readonly waitMs: number
  /** False: to be asked again in `waitMs`; nothing was counted. */
  readonly admitted: boolean
  /** The account was signed in from there before. */
  readonly known: boolean
  /** That are not forgiven yet, of the name from there and of anybody from there. */
  readonly failures: number
}

export type SignInThrottle = {
  /** Whether the account was signed in from there before. One query at a time for all who ask meanwhile. */
  isKnown(pair: Buffer): Promise<boolean>
  /** Counts a failure before the password is looked at, so that guesses sent at once do not slip through together. */
  begin(keys: AttemptKeys, holdMs: number): Promise<Verdict>
  /** The password was wrong. */
  wrong(keys: AttemptKeys): Promise<void>
  /** The password was right: what `begin` counted is taken back, and the address is known where an account is named. */
  right(keys: AttemptKeys, verdict: Pick<Verdict, 'known'>, accountId: string | null): Promise<void>
  /** The password was never looked at: the attempt may be made again at once, or after what is left of its wait. */
  unchecked(keys: AttemptKeys, verdict: Pick<Verdict, 'known'>, leftMs?: number): Promise<void>
  /** The account is at home at this address. */
  remember(accountId: string, pair: Buffer): Promise<void>
  /** Deletes what is forgiven, and what has not been used for long. */
  sweep(): Promise<void>
}

type Row = { wait_ms: string; admitted: boolean; known: boolean; failures: number }

const NOW_MS = '(extract(epoch from clock_timestamp()) * 1000)::bigint'

/** `now`: Unix time in ms, for tests; by default the database's, which all processes share. */
export function createSignInThrottle(
  pool: Pick<pg.Pool, 'query'>,
  { limits = SIGN_IN_LIMITS, now = () => null }: { limits?: SignInLimits; now?: () => number | null } = {},
): SignInThrottle {
  const rules = JSON.stringify(limits)

  const forgive = ({ pair, name }: AttemptKeys, known: boolean): [Buffer, number, Buffer, number] => [
    pair,
    (known ? limits.knownPair : limits.pair).forgivenEveryMs,
    name,
    known ? 0 : limits.name.forgivenEveryMs,
  ]

  async function remember(accountId: string, pair: Buffer): Promise<void> {
    // a registration that was given up has no row to belong to
    await pool.query(
      `with used as (
         insert into app.known_address (pair, account_id)
         select $2, i.account_id from app.identity i where i.account_id = $1
         on conflict (pair) do update set used_at = now() where known_address.used_at < now() - interval '1 hour'
       )
       delete from app.known_address k where k.account_id = $1 and k.pair <> $2 and k.pair not in (
         select o.pair from app.known_address o where o.account_id = $1 and o.pair <> $2
          order by o.used_at desc limit ${KNOWN_MAX - 1})`,
      [accountId, pair],
    )
  }

  let asked: { readonly pairs: Buffer[]; readonly answer: Promise<Set<string>> } | null = null
  let answering: Promise<unknown> = Promise.resolve()

  async function isKnown(pair: Buffer): Promise<boolean> {
    asked ??= askNext()
    asked.pairs.push(pair)
    return (await asked.answer).has(pair.toString('hex'))
  }

  /** The next query, which takes along everybody who asks before it is sent. */
  function askNext() {
    const pairs: Buffer[] = []
    const answer = answering.then(async () => {
      asked = null
      const { rows } = await pool.query<{ pair: Buffer }>({
        name: 'sign_in_known',
        text: `select pair from app.known_address where pair = any($1)`,
        values: [pairs],
      })
      return new Set(rows.map((row) => row.pair.toString('hex')))
    })
    answering = answer.catch(() => undefined)
    return { pairs, answer }
  }

  return {
    isKnown,

    async begin({ pair, name, network, site }, holdMs) {
      const { rows } = await pool.query<Row>({
        name: 'sign_in_begin',
        text: 'select wait_ms, admitted, known, failures from app.sign_in_begin($1, $2, $3, $4, $5, $6, $7)',
        values: [pair, name, network, site, rules, holdMs, now()],
      })
      const { wait_ms, admitted, known, failures } = rows[0]!
      return { waitMs: Number(wait_ms), admitted, known, failures }
    },

    async wrong({ network, site }) {
      await pool.query({
        name: 'sign_in_wrong',
        text: `select app.sign_in_count($1, $3::jsonb -> 'network', $4), app.sign_in_count($2, $3::jsonb -> 'site', $4)`,
        values: [network, site, rules, now()],
      })
    },

    async right(keys, { known }, accountId) {
      await pool.query({
        name: 'sign_in_right',
        text: `with gone as (delete from app.sign_in_throttle where key = $1)
          update app.sign_in_throttle set clear_at = clear_at - $3 where key = $2 and $3 > 0`,
        values: [keys.pair, keys.name, forgive(keys, known)[3]],
      })
      if (accountId !== null) await remember(accountId, keys.pair)
    },

    async unchecked(keys, { known }, leftMs = 0) {
      await pool.query(
        `with mine as (
           update app.sign_in_throttle
              set clear_at = clear_at - $2, not_before = coalesce($5, ${NOW_MS}) + $6, invited = true where key = $1
         )
         update app.sign_in_throttle set clear_at = clear_at - $4 where key = $3`,
        [...forgive(keys, known), now(), Math.max(0, Math.ceil(leftMs))],
      )
    },

    remember,

    async sweep() {
      await pool.query(
        `delete from app.sign_in_throttle
          where clear_at < coalesce($1, ${NOW_MS}) and not_before + $2 < coalesce($1, ${NOW_MS})`,
        [now(), limits.invitedForMs],
      )
      await pool.query(`delete from app.known_address where used_at < now() - interval '${KNOWN_FOR}'`)
    },
  }
}
