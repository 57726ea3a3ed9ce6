// Placing a bet: every check from the account's state to the payout limit, in the order in which they refuse.
import type { AccountEvent } from '../account/events.ts'
import type { AccountState, OpenBet } from '../account/state.ts'
import { ALREADY_DONE, accept, type Decision } from '../decision.ts'
import { MAX_LEGS } from '../limits.ts'
import type { CommandMeta } from '../meta.ts'
import { acceptsParlay, parlayOdds, returnCents } from '../odds.ts'
import { refuse } from '../refusals.ts'
import type { PlaceBet, PlacedLeg } from './bet-commands.ts'
import type { Leg } from './bet-events.ts'
import { isAtAcceptedOdds, oddsChanges, parlayChange } from './odds-changed.ts'

/** Detail of the refusal `event_closed`. */
export type ClosedLeg = { readonly fixture: string; readonly selectionName: string }

/** The hot path: nothing here grows with the number of bets on the account. */
export function decidePlaceBet(command: PlaceBet, meta: CommandMeta, state: AccountState): Decision<AccountEvent> {
  const { bet, stakeCents, legs, limits, policy } = command
  if (state.opened === null) return refuse('account_missing')
  const known = state.bets.get(bet) ?? state.settled.get(bet)
  if (known !== undefined) return isSameBet(known, command) ? ALREADY_DONE : refuse('key_reused')
  if (state.blocked) return refuse('account_blocked')
  if (state.opened.role !== 'user' || meta.actor.role !== 'user') return refuse('not_a_bettor')

  // the legs, and the odds changed since the bettor saw them
  if (legs.length === 0) return refuse('slip_empty')
  if (legs.length > Math.min(limits.maxLegs, MAX_LEGS)) return refuse('too_many_legs')
  if (hasFixtureTwice(legs)) return refuse('same_fixture_twice')
  if (legs.some(({ closed }) => closed)) return refuse('event_closed', closedLegs(legs))
  const quotes: Leg[] = []
  for (const leg of legs) {
    if (isAtAcceptedOdds(leg, policy)) quotes.push(leg.quote)
    else return refuse('odds_changed', oddsChanges(legs, policy))
  }
  const seenOdds = legs.map((leg) => leg.seenOdds)
  const { seenParlayOdds } = command
  if (seenParlayOdds !== undefined && !acceptsParlay(policy, seenParlayOdds, seenOdds)) {
    return refuse('odds_changed', { ...oddsChanges(legs, policy), ...parlayChange(seenParlayOdds, seenOdds) })
  }

  // the stake: at least the minimum, never above the balance, its return within the limit
  if (!Number.isSafeInteger(stakeCents) || stakeCents <= 0) return refuse('stake_invalid')
  if (stakeCents < limits.minStakeCents) return refuse('stake_too_small')
  if (state.owedCents > 0) return refuse('debt_outstanding')
  if (stakeCents > state.walletCents) return refuse('insufficient_funds')
  const odds = parlayOdds(quotes.map((quote) => quote.odds))
  const potentialReturnCents = odds === null ? null : returnCents(stakeCents, odds)
  if (odds === null || potentialReturnCents === null || potentialReturnCents > limits.maxPayoutCents) {
    return refuse('payout_too_large', { maxPayoutCents: limits.maxPayoutCents })
  }
  const data = { bet, stakeCents, legs: quotes, odds, potentialReturnCents, policy, seenOdds, limits }
  return accept({ type: 'BetPlaced', schema: 1, data })
}

const isSameBet = (known: OpenBet, requested: PlaceBet): boolean =>
  known.stakeCents === requested.stakeCents &&
  known.legs.length === requested.legs.length &&
  known.legs.every(
    (leg, at) => leg.fixture === requested.legs[at]!.fixture && leg.selection === requested.legs[at]!.selection,
  )

const hasFixtureTwice = (legs: readonly PlacedLeg[]): boolean =>
  legs.length > 1 && new Set(legs.map(({ fixture }) => fixture)).size < legs.length

const closedLegs = (legs: readonly PlacedLeg[]): { legs: ClosedLeg[] } => ({
  legs: legs.filter(({ closed }) => closed).map(({ fixture, selectionName }) => ({ fixture, selectionName })),
})
