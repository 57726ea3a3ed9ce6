// Limits how fast passwords may be guessed. An account's known addresses have a budget that nobody else can use up;
// from anywhere else, attempts wait the longer the more of them failed, but nobody is refused for good. Counted in
// Postgres, so that all processes count together and a restart forgets nothing. The reasons are in docs/decisions/0023.
import type pg from 'pg'
import { createKnownAddresses } from './known-addresses.ts'
import { SIGN_IN_LIMITS, type SignInLimits } from './sign-in-limits.ts'

/** What an attempt is counted by. Each is a pseudonym; `site` is null for an IPv4 address. */
export type AttemptKeys = {
  readonly pair: Buffer
  readonly name: Buffer
  readonly network: Buffer
  readonly site: Buffer | null
}

export type Verdict = {
  /** Milliseconds until the password may be checked. */
  readonly waitMs: number
  /** False: to be tried again in `waitMs`; nothing was counted. */
  readonly admitted: boolean
  /** Whether the address is a known one of the account. */
  readonly known: boolean
  /** Failures that are not forgiven yet, of the name at that address and of anybody there. */
  readonly failures: number
}

export type SignInThrottle = {
  /** Whether the account was signed in from there before. */
  isKnown(pair: Buffer): Promise<boolean>
  /** Counts a failure before the password is checked, so that guesses sent at once cannot slip through together. */
  begin(keys: AttemptKeys, holdMs: number): Promise<Verdict>
  /** The password was wrong. */
  recordFailure(keys: AttemptKeys): Promise<void>
  /** The password was right: takes back what `begin` counted. If an account is given, the address becomes known. */
  recordSuccess(keys: AttemptKeys, verdict: Pick<Verdict, 'known'>, accountId: string | null): Promise<void>
  /** The password was not checked: the attempt may be repeated at once, or after the rest of its wait. */
  cancel(keys: AttemptKeys, verdict: Pick<Verdict, 'known'>, leftMs?: number): Promise<void>
  addKnownAddress(accountId: string, keys: Pick<AttemptKeys, 'pair' | 'network'>): Promise<void>
  /** Deletes forgiven failures, and addresses that have not been used for a long time. */
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

  /** Pairs of a key and the time that one failure counts for. */
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
        // the pair first, in the order in which sign_in_begin locks them: otherwise two that end at once could wait for
        // each other
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
