// A bet's whole life on its bettor's account: placed, settled, or voided by hand.
import type { CommandMeta, Decision } from '../commands.ts'
import { acceptsOdds, acceptsParlay, checkOdds, oddsFromText, oddsMoved, parlayOdds, returnCents } from '../odds.ts'
import { refuse } from '../refusals.ts'
import type { FixtureOutcome } from '../settlement/outcome.ts'
import { settleBet } from '../settlement/settle.ts'
import type { ClosedLeg, OddsChanges, PlaceBet, PlacedLeg, SettleBet, VoidBet } from './commands.ts'
import type { AccountEvent, Leg } from './events.ts'
import { accept, isSuper, mayAdminister, NOTHING_TO_DO } from './standing.ts'
import type { AccountState, OpenBet, SettledBet } from './state.ts'
import { owedPaidOf } from './wallet.ts'

type Decided = Decision<AccountEvent>

/** The hot path: nothing here grows with the number of bets on the account. */
export function decidePlaceBet(command: PlaceBet, meta: CommandMeta, state: AccountState): Decided {
  const { bet, stakeCents, legs, limits, policy } = command
  if (state.opened === null) return refuse('account_missing')
  const known = state.bets.get(bet) ?? state.settled.get(bet)
  if (known !== undefined) return isSameBet(known, command) ? NOTHING_TO_DO : refuse('key_reused')
  if (state.blocked) return refuse('account_blocked')
  if (state.opened.role !== 'user' || meta.actor.role !== 'user') return refuse('not_a_bettor')

  if (legs.length === 0) return refuse('slip_empty')
  if (legs.length > limits.maxLegs || legs.length > MAX_LEGS) return refuse('too_many_legs')
  if (hasFixtureTwice(legs)) return refuse('same_fixture_twice')
  if (legs.some(({ closed }) => closed)) return refuse('event_closed', closedLegs(legs))
  const quotes: Leg[] = []
  for (const leg of legs) {
    if (acceptsPrice(leg, policy)) quotes.push(leg.quote)
    else return refuse('odds_changed', oddsChanges(legs, policy))
  }
  const seenOdds = legs.map((leg) => leg.seenOdds)
  const { seenParlayOdds } = command
  if (seenParlayOdds !== undefined && !acceptsParlay(policy, seenParlayOdds, seenOdds)) {
    return refuse('odds_changed', { ...oddsChanges(legs, policy), ...parlayChange(seenParlayOdds, seenOdds) })
  }

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

/** As many as an event's schema holds, whatever the limits say. */
const MAX_LEGS = 20

const isSameBet = (known: OpenBet, asked: PlaceBet): boolean =>
  known.stakeCents === asked.stakeCents &&
  known.legs.length === asked.legs.length &&
  known.legs.every((leg, at) => leg.fixture === asked.legs[at]!.fixture && leg.selection === asked.legs[at]!.selection)

const hasFixtureTwice = (legs: readonly PlacedLeg[]): boolean =>
  legs.length > 1 && new Set(legs.map(({ fixture }) => fixture)).size < legs.length

const closedLegs = (legs: readonly PlacedLeg[]): { legs: ClosedLeg[] } => ({
  legs: legs.filter(({ closed }) => closed).map(({ fixture, selectionName }) => ({ fixture, selectionName })),
})

/** The odds at which a leg can be struck now; null without a price, or in a market that cannot be settled. */
function offeredOdds({ fixture, selection, quote }: PlacedLeg): string | null {
  if (quote === null || quote.market !== 'h2h') return null
  if (quote.fixture !== fixture || quote.selection !== selection) {
    throw new Error(`quote of ${quote.fixture} ${quote.selection} for a leg on ${fixture} ${selection}`)
  }
  return quote.odds
}

function acceptsPrice(leg: PlacedLeg, policy: PlaceBet['policy']): leg is PlacedLeg & { quote: Leg } {
  const odds = offeredOdds(leg)
  return odds !== null && acceptsOdds(policy, leg.seenOdds, odds)
}

const oddsChanges = (legs: readonly PlacedLeg[], policy: PlaceBet['policy']): OddsChanges => ({
  changes: legs.map((leg) => {
    const { fixture, selection, selectionName, seenOdds } = leg
    const newOdds = offeredOdds(leg)
    const { valid, message } = checkOdds(policy, selectionName, seenOdds, newOdds)
    return { fixture, selection, selectionName, oldOdds: seenOdds, newOdds, valid, error: message }
  }),
})

function parlayChange(seen: string, legs: readonly string[]): Pick<OddsChanges, 'parlay'> {
  const [before, now] = [oddsFromText(seen), parlayOdds(legs)]
  return before === null || now === null ? {} : { parlay: oddsMoved(before, now) }
}

/** Blocked or not: what was staked is settled. A bet settled by the same outcomes before has nothing left to do. */
export function decideSettleBet(command: SettleBet, meta: CommandMeta, state: AccountState): Decided {
  if (state.opened === null) return refuse('account_missing')
  if (!mayAdminister(meta)) return refuse('not_an_admin')
  const { bet, outcomes } = command
  const settled = state.settled.get(bet)
  if (settled !== undefined) return hasSettled(settled, outcomes) ? NOTHING_TO_DO : refuse('bet_not_open')
  const open = state.bets.get(bet)
  if (open === undefined) return refuse('bet_missing')
  const settlement = settleBet(open, outcomes)
  if (settlement === null) return refuse('bet_undecided')
  const data = {
    bet,
    rule: settlement.rule,
    outcome: settlement.outcome,
    stakeCents: open.stakeCents,
    returnCents: settlement.returnCents,
    owedPaidCents: owedPaidOf(state, settlement.returnCents),
    legs: [...settlement.legs],
  }
  return accept({ type: 'BetSettled', schema: 1, data })
}

/** Whether every outcome that the settlement named is still the one in force. */
const hasSettled = ({ settlement }: SettledBet, outcomes: readonly FixtureOutcome[]): boolean =>
  settlement?.results.every(({ fixture, result }) =>
    outcomes.some((outcome) => outcome.fixture === fixture && outcome.version === result),
  ) ?? false

export function decideVoidBet(command: VoidBet, meta: CommandMeta, state: AccountState): Decided {
  if (state.opened === null) return refuse('account_missing')
  if (!mayAdminister(meta)) return refuse('not_an_admin')
  const { bet, outcomes } = command
  const open = state.bets.get(bet)
  const ended = open?.legs.some((leg) => outcomes.some(({ fixture }) => fixture === leg.fixture)) ?? false
  if (ended && !isSuper(meta)) return refuse('super_admin_required')
  const settled = state.settled.get(bet)
  if (settled !== undefined) return settled.settlement === null ? NOTHING_TO_DO : refuse('bet_not_open')
  if (open === undefined) return refuse('bet_missing')
  const { stakeCents } = open
  const data = { bet, stakeCents, owedPaidCents: owedPaidOf(state, stakeCents) }
  return accept({ type: 'BetVoided', schema: 1, data })
}
