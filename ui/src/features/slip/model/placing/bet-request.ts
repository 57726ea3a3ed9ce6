// Builds the requests that place a slip.
import { eurosOf } from '#domain/money.ts'
import { type OddsPolicy, parlayOdds, returnCents } from '#domain/odds.ts'
import { newIdempotencyKey } from '#ui/lib/http/idempotency-key.ts'
import { inSlip } from '#ui/lib/messages/slip.ts'
import type { BetSubmission } from '#ui/model/slip/pending-submissions.ts'
import type { SlipMode } from '#ui/model/slip/reducer.ts'
import type { Selection } from '#ui/model/slip/selection.ts'

export interface PricedSelection {
  selection: Selection
  /** The odds that the bettor sees and accepts. */
  odds: string
  stakeCents: number
}

/** One request for a parlay, or one per single; each with its own key. */
export function buildSubmissions(mode: SlipMode, picks: PricedSelection[], policy: OddsPolicy): BetSubmission[] {
  const submission = (betKeys: string[], body: BetSubmission['body']) => ({ key: newIdempotencyKey(), betKeys, body })
  if (mode === 'parlay') {
    const betKeys = picks.map(({ selection }) => selection.betKey)
    return [submission(betKeys, buildParlay(picks, policy))]
  }
  return picks.map((pick) => submission([pick.selection.betKey], buildSingle(pick, policy)))
}

function buildSingle({ selection, odds, stakeCents }: PricedSelection, policy: OddsPolicy): BetSubmission['body'] {
  return {
    is_parlay: false,
    game: selection.gameTitle,
    bet_type: selection.marketKey,
    ...(selection.point === null ? {} : { point: selection.point }),
    bet_amount: eurosOf(stakeCents),
    odd: Number(odds),
    potential_win: potentialWin(stakeCents, odds),
    selection: selection.selection,
    event_id: selection.eventId,
    sport_key: selection.sport_key,
    commence_time: selection.commence_time,
    legs: null,
    odds_policy: policy,
  }
}

function buildParlay(picks: PricedSelection[], policy: OddsPolicy): BetSubmission['body'] {
  const odds = parlayOdds(picks.map((pick) => pick.odds))
  const stakeCents = picks[0]?.stakeCents ?? 0
  return {
    is_parlay: true,
    game: inSlip.parlayGame(picks.length),
    bet_type: 'parlay',
    bet_amount: eurosOf(stakeCents),
    odd: Number(odds),
    potential_win: odds === null ? null : potentialWin(stakeCents, odds),
    legs: picks.map(({ selection, odds: legOdds }) => ({
      eventId: selection.eventId,
      sport_key: selection.sport_key,
      gameTitle: selection.gameTitle,
      marketName: selection.marketKey,
      selection: selection.selection,
      price: Number(legOdds),
      commence_time: selection.commence_time,
      ...(selection.point === null ? {} : { point: selection.point }),
    })),
    selection: null,
    event_id: null,
    sport_key: null,
    commence_time: null,
    odds_policy: policy,
  }
}

function potentialWin(stakeCents: number, odds: string): number | null {
  const cents = returnCents(stakeCents, odds)
  return cents === null ? null : eurosOf(cents)
}
