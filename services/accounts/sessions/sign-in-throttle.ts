// How fast passwords may be guessed. An account's known addresses have a budget that nobody else can spend; all others wait,
// the longer the more attempts failed, and nobody is refused for good. Counted in Postgres, so that all processes count
// together and a restart forgives nothing. Why so: docs/decisions/0023.
import type pg from 'pg'
import { createKnownAddresses } from './known-addresses.ts'
import { SIGN_IN_LIMITS, type SignInLimits } from './sign-in-limits.ts'

/** What an attempt is counted by, each a pseudonym; `site` is null for an IPv4 address. */
export type AttemptKeys = {
  readonly pair: Buffer
  readonly name: Buffer
  readonly network: Buffer
  readonly site: Buffer | null
}

export type Verdict = {
  /** Until the password may be checked. */
  readonly waitMs: number
  /** False: to be tried again in `waitMs`; nothing was counted. */
  readonly admitted: boolean
  /** At a known address of the account. */
  readonly known: boolean
  /** Not forgiven yet, of the name at that address and of anybody there. */
  readonly failures: number
}

export type SignInThrottle = {
  /** Whether the account was signed in from there before. */
  isKnown(pair: Buffer): Promise<boolean>
  /** Counts a failure before the password is checked, so that guesses sent at once do not slip through together. */
  begin(keys: AttemptKeys, holdMs: number): Promise<Verdict>
  /** The password was wrong. */
  recordFailure(keys: AttemptKeys): Promise<void>
  /** The password was right: what `begin` counted is taken back, and the address becomes known where an account is given. */
  recordSuccess(keys: AttemptKeys, verdict: Pick<Verdict, 'known'>, accountId: string | null): Promise<void>
  /** The password was not checked: the attempt may be repeated at once, or after what is left of its wait. */
  cancel(keys: AttemptKeys, verdict: Pick<Verdict, 'known'>, leftMs?: number): Promise<void>
  addKnownAddress(accountId: string, keys: Pick<AttemptKeys, 'pair' | 'network'>): Promise<void>
  /** Deletes what is forgiven, and addresses that have not been used for long. */
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
  const addresses = createKnownAddresses(pool)

  /** Keys, each with the time that one failure counts for. */
  const oneFailure = ({ pair, name }: AttemptKeys, known: boolean): [Buffer, number, Buffer, number] => [
    pair,
    (known ? limits.knownPair : limits.pair).forgivenEveryMs,
    name,
    known ? 0 : limits.name.forgivenEveryMs,
  ]

  return {
    isKnown: addresses.has,
    addKnownAddress: (accountId, { pair, network }) => addresses.add(accountId, pair, network),

    async begin({ pair, name, network, site }, holdMs) {
      const { rows } = await pool.query<Row>({
        name: 'sign_in_begin',
        text: 'select wait_ms, admitted, known, failures from app.sign_in_begin($1, $2, $3, $4, $5, $6, $7)',
        values: [pair, name, network, site, rules, holdMs, now()],
      })
      const { wait_ms, admitted, known, failures } = rows[0]!
      return { waitMs: Number(wait_ms), admitted, known, failures }
    },

    async recordFailure({ network, site }) {
      await pool.query({
        name: 'sign_in_wrong',
        text: `select app.sign_in_count($1, $3::jsonb -> 'network', $4), app.sign_in_count($2, $3::jsonb -> 'site', $4)`,
        values: [network, site, rules, now()],
      })
    },

    async recordSuccess(keys, { known }, accountId) {
      await pool.query({
        name: 'sign_in_right',
        // the pair first, as sign_in_begin locks them: two that end at once would else wait for each other
        text: `with gone as (delete from app.sign_in_throttle where key = $1 returning key)
          update app.sign_in_throttle set clear_at = clear_at - $3
           where key = $2 and $3 > 0 and (select count(*) from gone) >= 0`,
        values: [keys.pair, keys.name, oneFailure(keys, known)[3]],
      })
      if (accountId !== null) await addresses.add(accountId, keys.pair, keys.network)
    },

    async cancel(keys, { known }, leftMs = 0) {
      await pool.query(
        `with own as (
           update app.sign_in_throttle
              set clear_at = clear_at - $2, not_before = coalesce($5, ${NOW_MS}) + $6, invited = true where key = $1
              returning key
         )
         update app.sign_in_throttle set clear_at = clear_at - $4
          where key = $3 and (select count(*) from own) >= 0`,
        [...oneFailure(keys, known), now(), Math.max(0, Math.ceil(leftMs))],
      )
    },

    async sweep() {
      await pool.query(
        `delete from app.sign_in_throttle
          where clear_at < coalesce($1, ${NOW_MS}) and not_before + $2 < coalesce($1, ${NOW_MS})`,
        [now(), limits.invitedForMs],
      )
      await addresses.sweep()
    },
  }
}
