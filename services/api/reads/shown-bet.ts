// A bet as the api shows it.
import { eurosOf } from '#domain/money.ts'
import type { BetRow } from '#projections/bets/queries.ts'
import type { Bet, BetLeg } from '#services/contract/contract.ts'

function legsOf({ legs, graded }: BetRow, titleOf: (fixture: string) => string): BetLeg[] {
  return legs.map((leg, at) => {
    const grade = graded?.find((one) => one.leg === at)
    return {
      eventId: leg.fixture,
      sport_key: leg.league,
      gameTitle: titleOf(leg.fixture),
      marketName: leg.market,
      selection: leg.selectionName,
      // version 1 wrote null
      ...(leg.point == null ? {} : { point: Number(leg.point) }),
      price: Number(leg.odds),
      odds: Number(leg.odds),
      commence_time: leg.startsAt,
      status: grade?.grade ?? 'pending',
      void_reason: grade?.voidReason ?? null,
    }
  })
}

export function betOf(row: BetRow, titleOf: (fixture: string) => string): Bet {
  const legs = legsOf(row, titleOf)
  const single = legs.length === 1 ? legs[0]! : null
  const struck = eurosOf(row.struckReturnCents)
  return {
    id: row.bet,
    game: single?.gameTitle ?? `${legs.length}-Leg Parlay`,
    bet_type: single?.marketName ?? 'parlay',
    selection: single?.selection ?? null,
    odd: Number(row.odds),
    bet_amount: eurosOf(row.stakeCents),
    potential_win: row.returnCents === null ? struck : eurosOf(row.returnCents),
    struck_potential_win: struck,
    status: row.status,
    is_parlay: single === null,
    legs: single === null ? legs : null,
    quote: single,
    event_id: single?.eventId ?? null,
    sport_key: single?.sport_key ?? null,
    commence_time: single?.commence_time ?? null,
    created_at: row.placedAt.toISOString(),
    settled_at: row.settledAt?.toISOString() ?? null,
  }
}
