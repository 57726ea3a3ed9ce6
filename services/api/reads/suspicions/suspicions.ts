// Suspicions for admins to look at: accounts that share an address, bets just before something happened, stakes out of
// line. Each page reads a fixed number of rows of an index, newest first, and looks up a few others for each, so it
// costs the same however large the book is. A page may find nothing; it says where the next one begins.
import { sql } from 'slonik'
import { z } from 'zod'
import { eurosOf } from '#domain/money.ts'
import type { Suspicion, SuspicionQuery, Suspicions } from '#services/contract/contract.ts'
import { inBusinessTime } from '#services/platform/clock/business-time.ts'
import type { Config } from '#services/platform/config.ts'
import type { Queries } from '#services/platform/database/queries.ts'
import type { Services } from '../../services.ts'
import { erasedName } from '../customers/erased-name.ts'

export type SuspicionBounds = Pick<
  Config,
  'SUSPICIOUS_ACCOUNTS' | 'SUSPICIOUS_LEAD_S' | 'SUSPICIOUS_ODDS_FALL' | 'SUSPICIOUS_STAKE_FACTOR'
>

/** Rows that a page reads. */
const WALKED = 400
/** How many bets the usual stake is the median of, and the fewest that it takes. */
const USUAL_OF = 20
const USUAL_MIN = 5
/** How many accounts at an address are counted and shown. */
const COUNTED = 50

type Found = { readonly suspicions: Suspicion[]; readonly next: string | null }

export async function readSuspicions(
  db: Queries,
  { kind, before }: SuspicionQuery,
  bounds: SuspicionBounds,
  clock: Services['clock'],
): Promise<Suspicions> {
  const found = await { address: sharedAddresses, timing: timelyBets, stake: stakeJumps }[kind](
    db,
    before ?? null,
    bounds,
    clock,
  )
  return {
    ...found,
    thresholds: {
      accounts: bounds.SUSPICIOUS_ACCOUNTS,
      seconds: bounds.SUSPICIOUS_LEAD_S,
      oddsFall: bounds.SUSPICIOUS_ODDS_FALL,
      stakeFactor: bounds.SUSPICIOUS_STAKE_FACTOR,
    },
  }
}

/** One row per row read; `hit` is null if there is nothing suspicious about it. */
const walked = <Hit extends z.ZodType>(hit: Hit) => z.object({ place: z.string(), hit: hit.nullable() })

function pageOf<Hit>(
  rows: readonly { readonly place: string; readonly hit: Hit | null }[],
  shown: (hit: Hit, place: string) => Suspicion,
): Found {
  return {
    suspicions: rows.flatMap(({ place, hit }) => (hit === null ? [] : [shown(hit, place)])),
    next: rows.length === WALKED ? rows.at(-1)!.place : null,
  }
}

const User = z.object({ id: z.string(), username: z.string().nullable() })
const SharedAddress = z.object({ at: z.string(), accounts: z.number(), users: z.array(User) })

/** An address is shown at its last use. Places are microseconds of Unix time. */
async function sharedAddresses(
  db: Queries,
  before: string | null,
  bounds: SuspicionBounds,
  clock: Services['clock'],
): Promise<Found> {
  const rows = await db.any(sql.prepared('shared addresses', walked(SharedAddress))`
    select (extract(epoch from k.used_at) * 1000000)::bigint::text as place, found.hit
    from (
        select used_at, pair, network from app.known_address
        where used_at < coalesce(to_timestamp(${before}::numeric / 1000000), 'infinity')
        order by used_at desc limit ${WALKED}
      ) k
      left join lateral (
        select json_build_object('at', k.used_at, 'accounts', count(*)::int, 'users', (json_agg(
            json_build_object('id', o.account_id, 'username', i.username) order by o.used_at desc, o.pair desc
          ))) as hit
        from (
            select account_id, used_at, pair, row_number() over (order by used_at desc, pair desc) as rank
            from app.known_address n where n.network = k.network order by used_at desc, pair desc limit ${COUNTED}
          ) o left join app.identity i on i.account_id = o.account_id
        having count(*) >= ${bounds.SUSPICIOUS_ACCOUNTS} and bool_or(o.rank = 1 and o.pair = k.pair)
      ) found on k.network is not null
    order by k.used_at desc`)
  return pageOf(rows, ({ at, accounts, users }, place) => ({
    kind: 'address',
    id: place,
    at: inBusinessTime(clock, new Date(at)).toISOString(),
    accounts,
    users: users.map(({ id, username }) => ({ id, username: username ?? erasedName(id) })),
  }))
}

const ofBet = {
  betId: z.string(),
  at: z.string(),
  account: z.string(),
  username: z.string().nullable(),
  stake: z.number(),
}
const TimelyBet = z.object({
  ...ofBet,
  eventId: z.string(),
  selection: z.string(),
  odds: z.string(),
  oddsAfter: z.string().nullable(),
  seconds: z.number(),
})

/** Legs in play whose odds fell, or whose game's score last changed, within seconds after the bet. */
async function timelyBets(db: Queries, before: string | null, bounds: SuspicionBounds): Promise<Found> {
  const lead = `${bounds.SUSPICIOUS_LEAD_S} seconds`
  const rows = await db.any(sql.prepared('timely bets', walked(TimelyBet))`
    select b.number::text as place, found.hit
    from (
        select * from app.bet where number < coalesce(${before}::bigint, 9223372036854775807)
        order by number desc limit ${WALKED}
      ) b
      left join app.identity i on i.account_id = b.account_id
      left join lateral (
        select json_build_object('betId', b.bet_id, 'at', b.placed_at, 'account', b.account_id, 'username', i.username,
            'stake', b.stake_cents, 'eventId', leg ->> 'fixture', 'selection', leg ->> 'selectionName',
            'odds', leg ->> 'odds', 'oddsAfter', fall.odds,
            'seconds', extract(epoch from coalesce(fall.fetched_at, score.changed_at) - b.placed_at)) as hit
        from json_array_elements(b.legs) leg
          left join lateral (
            select h.odds, h.fetched_at from app.quote_history h
            where h.fixture_id = leg ->> 'fixture' and h.market = leg ->> 'market'
              and h.point = coalesce(leg ->> 'point', '') and h.selection = leg ->> 'selection'
              and h.fetched_at > b.placed_at and h.fetched_at <= b.placed_at + ${lead}::interval
              and (leg ->> 'odds')::numeric >= h.odds::numeric * ${bounds.SUSPICIOUS_ODDS_FALL}::numeric
            order by h.fetched_at limit 1
          ) fall on true
          left join app.score score on score.fixture_id = leg ->> 'fixture'
            and score.changed_at > b.placed_at and score.changed_at <= b.placed_at + ${lead}::interval
        where (leg ->> 'inPlay')::boolean and (fall.odds is not null or score.changed_at is not null)
        limit 1
      ) found on true
    order by b.number desc`)
  return pageOf(rows, ({ account, username, at, stake, odds, oddsAfter, seconds, ...hit }) => ({
    kind: 'timing',
    id: hit.betId,
    at: new Date(at).toISOString(),
    user: { id: account, username: username ?? erasedName(account) },
    stake: eurosOf(stake),
    odds: Number(odds),
    oddsAfter: oddsAfter === null ? null : Number(oddsAfter),
    seconds: Math.round(seconds * 10) / 10,
    ...hit,
  }))
}

const StakeJump = z.object({ ...ofBet, median: z.number() })

/** Stakes compared with the median of the bets of the same account that were settled last before. */
async function stakeJumps(db: Queries, before: string | null, bounds: SuspicionBounds): Promise<Found> {
  const rows = await db.any(sql.prepared('stake jumps', walked(StakeJump))`
    select b.number::text as place,
      case when b.stake_cents >= usual.median * ${bounds.SUSPICIOUS_STAKE_FACTOR}::numeric then
        json_build_object('betId', b.bet_id, 'at', b.placed_at, 'account', b.account_id, 'username', i.username,
          'stake', b.stake_cents, 'median', usual.median) end as hit
    from (
        select bet_id, account_id, placed_at, stake_cents, number from app.bet
        where number < coalesce(${before}::bigint, 9223372036854775807) order by number desc limit ${WALKED}
      ) b
      left join app.identity i on i.account_id = b.account_id
      left join lateral (
        select percentile_disc(0.5) within group (order by stake_cents) as median
        from (
            select stake_cents from app.bet s
            where s.account_id = b.account_id and s.status <> 'pending' and s.settled_number < b.number
            order by s.settled_number desc limit ${USUAL_OF}
          ) last having count(*) >= ${USUAL_MIN}
      ) usual on true
    order by b.number desc`)
  return pageOf(rows, ({ account, username, at, stake, median, betId }) => ({
    kind: 'stake',
    id: betId,
    betId,
    at: new Date(at).toISOString(),
    user: { id: account, username: username ?? erasedName(account) },
    stake: eurosOf(stake),
    median: eurosOf(median),
    times: Math.round((stake / median) * 10) / 10,
  }))
}
