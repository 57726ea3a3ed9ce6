// A bet just placed, as My Bets lists it until the server's own list arrives.
import type { Bet } from '#services/contract/contract.ts'
import { businessNow } from '#ui/lib/time/business-clock.ts'
import type { Receipt } from '#ui/model/slip/placement.ts'
import { selectionText } from '#ui/model/slip/selection.ts'

export function toOpenBet({ bet, game, stake, legs }: Receipt): Bet {
  const isParlay = bet.legs.length > 1
  const single = isParlay ? undefined : legs[0]?.selection
  const betLegs = legs.map(({ selection, odds }) => ({
    eventId: selection.eventId,
    sport_key: selection.sport_key,
    gameTitle: selection.gameTitle,
    marketName: selection.marketKey,
    selection: selectionText(selection),
    ...(selection.point === null ? {} : { point: selection.point }),
    price: odds,
    odds,
    commence_time: selection.commence_time,
    status: 'pending' as const,
    result: null,
    void_reason: null,
  }))
  return {
    id: bet.betId,
    game,
    bet_type: single?.marketKey ?? 'parlay',
    selection: single === undefined ? null : selectionText(single),
    odd: bet.odds,
    bet_amount: stake,
    potential_win: bet.potential_win,
    struck_potential_win: bet.potential_win,
    could_return: bet.potential_win,
    status: 'pending',
    is_parlay: isParlay,
    legs: isParlay ? betLegs : null,
    quote: isParlay ? null : (betLegs[0] ?? null),
    event_id: single?.eventId ?? null,
    sport_key: single?.sport_key ?? null,
    commence_time: single?.commence_time ?? null,
    created_at: new Date(businessNow()).toISOString(),
    settled_at: null,
    resettled: false,
  }
}
