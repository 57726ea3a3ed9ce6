// The bets that a decision on an event affects, page by page: open ones, and settled ones within the resettlement
// window.
import { type CommonQueryMethods, sql } from 'slonik'
import { z } from 'zod'
import type { GradedLeg, Leg } from '#domain/bet/bet-events.ts'
import { BET_STATUSES } from '#domain/bet/bet-statuses.ts'
import { struckLeg } from '#domain/settlement/grade-leg.ts'
import { inPages, type Page } from '#services/platform/database/in-pages.ts'

const Row = z.object({
  bet: z.string(),
  account: z.string(),
  stakeCents: z.number(),
  odds: z.string(),
  placedAt: z.date(),
  status: z.enum(BET_STATUSES),
  settledAt: z.date().nullable(),
  returnCents: z.number().nullable(),
  legs: z.custom<readonly Leg[]>(),
  graded: z.custom<readonly GradedLeg[] | null>(),
})
export type BetOnEvent = z.infer<typeof Row>

/** How many bets of a kind are read at most; beyond that, their number is not known. */
export const MAX_BETS = 20_000

const columns = sql.fragment`
  b.bet_id as bet, b.account_id as account, b.stake_cents as "stakeCents", b.odds, b.placed_at as "placedAt", b.status,
  b.settled_at as "settledAt", b.return_cents as "returnCents", b.legs, b.graded`

/** Bets with an open leg on the event. */
export const openBetsOn = (db: CommonQueryMethods, fixture: string): AsyncGenerator<readonly BetOnEvent[]> =>
  betsIn(({ after, limit }) =>
    db.any(sql.type(Row)`
      select ${columns} from app.open_leg o join app.bet b on b.bet_id = o.bet_id
      where o.fixture_id = ${fixture} and (o.account_id, o.bet_id) > (${after?.account ?? ''}, ${after?.bet ?? ''})
        and b.status = 'pending'
      order by o.account_id, o.bet_id limit ${limit}`),
  )

/** Bets settled since then by a result older than `version`: those that the settler would settle again. */
export const settledBetsOn = (
  db: CommonQueryMethods,
  fixture: string,
  version: number,
  since: string,
): AsyncGenerator<readonly BetOnEvent[]> =>
  betsIn(({ after, limit }) =>
    db.any(sql.type(Row)`
      select ${columns}
      from app.settled_leg l join app.settled_bet s on s.bet_id = l.bet_id join app.bet b on b.bet_id = l.bet_id
      where l.fixture_id = ${fixture} and l.bet_id > ${after?.bet ?? ''} and l.result < ${version}
        and s.settled_at >= ${since}::timestamptz and b.status <> 'pending'
      order by l.bet_id limit ${limit}`),
  )

/** All bets that were ever settled on it, including voided ones. */
export const endedBetsOn = (db: CommonQueryMethods, fixture: string): AsyncGenerator<readonly BetOnEvent[]> =>
  betsIn(({ after, limit }) =>
    db.any(sql.type(Row)`
      select ${columns} from app.bet b
      where string_to_array(topics, ' ') && ${sql.array([fixture], 'text')} and b.bet_id > ${after?.bet ?? ''}
        and b.status <> 'pending'
      order by b.bet_id limit ${limit}`),
  )

const betsIn = (read: (page: Page<BetOnEvent>) => Promise<readonly BetOnEvent[]>) =>
  inPages(read, { size: 1_000, most: MAX_BETS })

/** Version 1 of BetPlaced wrote null if there was no line. */
export const struckLegs = (legs: readonly Leg[]) =>
  legs.map((leg) => {
    const { point, ...rest } = leg as Omit<Leg, 'point'> & { readonly point?: string | null }
    return struckLeg(point == null ? rest : { ...rest, point })
  })
