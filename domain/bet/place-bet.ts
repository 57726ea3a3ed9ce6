// Placing a bet: every check from the account's state to the payout limit, in the order in which they refuse.
import type { AccountEvent } from '../account/events.ts'
import type { AccountState, OpenBet } from '../account/state.ts'
import { maxPayoutCentsOf, refusalOfStakeCap, withCaps } from '../customer/bet-caps.ts'
import { ALREADY_DONE, accept, type Decision, type Refusal } from '../decision.ts'
import { MAX_LEGS, ONE_GAME_MS } from '../limits.ts'
import type { CommandMeta } from '../meta.ts'
import { acceptsParlay, acceptsProduct, parlayOdds, returnCents } from '../odds.ts'
import { refusalOfBreak, refusalOfLimits, withOwnLimits } from '../play/play-refusal.ts'
import { refuse } from '../refusals.ts'
import type { PlaceBet, PlacedLeg } from './bet-commands.ts'
import type { Leg, Quote } from './bet-events.ts'
import { isAtAcceptedOdds, oddsChanges, parlayChange } from './odds-changed.ts'

/** Detail of the refusal `event_closed`. */
export type ClosedLeg = { readonly fixture: string; readonly selectionName: string }

/** The hot path: nothing here may grow with the number of bets on the account. */
export function decidePlaceBet(command: PlaceBet, meta: CommandMeta, state: AccountState): Decision<AccountEvent> {
  const { bet, stakeCents, limits, policy } = command
  if (state.opened === null) return refuse('account_missing')
  const known = state.bets.get(bet) ?? state.settled.get(bet)
  if (known !== undefined) return isSameBet(known, command) ? ALREADY_DONE : refuse('key_reused')
  const beforeOdds = refusalBeforeOdds(command, meta, state)
  if (beforeOdds !== null) return beforeOdds

  // the odds may have changed since the bettor saw them
  const legs = atQuotesInForce(command, meta)
  const quotes: Leg[] = []
  for (const leg of legs) {
    if (!isAtAcceptedOdds(leg, policy)) return refuse('odds_changed', oddsChanges(legs, policy))
    const { quote, seenOdds } = leg
    if (quote.message === undefined && quote.price === undefined)
      throw new Error(`a quote of ${leg.fixture} without evidence`)
    quotes.push(seenOdds === quote.odds ? quote : { ...quote, seen: seenOdds })
  }
  const moved = parlayMoved(command, quotes)
  if (moved !== null) return refuse('odds_changed', { ...oddsChanges(legs, policy), ...moved })

  // the stake: at least the minimum, at most the balance, and its return within the limit
  const ofStake = refusalOfStake(command, meta, state)
  if (ofStake !== null) return ofStake
  const odds = parlayOdds(quotes.map((quote) => quote.odds))
  const potentialReturnCents = odds === null ? null : returnCents(stakeCents, odds)
  const maxPayoutCents = maxPayoutCentsOf(limits, state.caps)
  if (odds === null || potentialReturnCents === null || potentialReturnCents > maxPayoutCents) {
    return refuse('payout_too_large', { maxPayoutCents })
  }
  const { seenParlayOdds, requestedAt } = command
  // keys in the order of canonical JSON, so that writing it has nothing to sort
  const data = {
    bet,
    ...(requestedAt === undefined ? {} : { delay: { requestedAt } }),
    legs: quotes,
    limits: withCaps(withOwnLimits(limits, state.play, meta.at), state.caps),
    odds,
    policy,
    potentialReturnCents,
    ...(seenParlayOdds === undefined ? {} : { seenParlayOdds }),
    stakeCents,
  }
  return accept({ type: 'BetPlaced', schema: 2, data })
}

/**
 * The refusal of a bet that no price of the `unknown` legs could change, so that nobody has to fetch or wait for them;
 * null if the outcome depends on those prices.
 */
export function refusalAtAnyPrice(
  command: PlaceBet,
  meta: CommandMeta,
  state: AccountState,
  unknown: readonly PlacedLeg[],
): Refused | null {
  if (state.opened === null) return refuse('account_missing')
  const beforeOdds = refusalBeforeOdds(command, meta, state)
  if (beforeOdds !== null) return beforeOdds
  const ofStake = refusalOfStake(command, meta, state)
  if (ofStake === null) return null
  // a refusal over odds comes before one over the stake
  const { legs, policy } = command
  if (unknown.length === 0) {
    const decision = decidePlaceBet(command, meta, state)
    return decision.accepted ? null : { accepted: false, refusal: decision.refusal }
  }
  const known = legs.filter((leg) => !unknown.includes(leg))
  return known.every((leg) => isAtAcceptedOdds(leg, policy))
    ? ofStake
    : refuse('odds_changed', oddsChanges(known, policy))
}

type Refused = { readonly accepted: false; readonly refusal: Refusal }

function refusalBeforeOdds(
  { legs, limits }: PlaceBet,
  { actor, at }: CommandMeta,
  state: AccountState,
): Refused | null {
  if (state.blocked) return refuse('account_blocked')
  if (state.closingSince !== undefined) return refuse('account_closing')
  if (state.opened?.role !== 'user' || actor.role !== 'user') return refuse('not_a_bettor')
  const onBreak = refusalOfBreak(state.play, at)
  if (onBreak !== null) return onBreak
  if (legs.length === 0) return refuse('slip_empty')
  if (legs.length > Math.min(limits.maxLegs, MAX_LEGS)) return refuse('too_many_legs')
  if (hasFixtureTwice(legs)) return refuse('same_fixture_twice')
  if (legs.some(({ closed }) => closed)) return refuse('event_closed', closedLegs(legs))
  if (legs.some(({ blacklisted }) => blacklisted)) return refuse('league_blacklisted')
  return refusalOfStop(legs)
}

/** The widest stop among the legs. */
function refusalOfStop(legs: readonly PlacedLeg[]): Refused | null {
  for (const [stopped, code] of STOPS) if (legs.some((leg) => leg.stopped === stopped)) return refuse(code)
  return null
}

const STOPS = [
  ['all', 'betting_stopped'],
  ['event', 'event_stopped'],
  ['market', 'market_stopped'],
] as const

function refusalOfStake(
  { stakeCents, limits }: PlaceBet,
  { at }: CommandMeta,
  { owedCents, walletCents, play, caps }: AccountState,
): Refused | null {
  if (!Number.isSafeInteger(stakeCents) || stakeCents <= 0) return refuse('stake_invalid')
  if (stakeCents < limits.minStakeCents) return refuse('stake_too_small')
  const aboveLimit = refusalOfLimits(play, at, stakeCents)
  const refused = aboveLimit ?? refusalOfStakeCap(caps, stakeCents)
  if (refused !== null) return refused
  if (owedCents > 0) return refuse('debt_outstanding')
  return stakeCents > walletCents ? refuse('insufficient_funds') : null
}

/**
 * Drops quotes that no longer hold: in play, one fetched before a waiting bet was requested; otherwise one from before
 * the start once the game has started.
 */
const atQuotesInForce = ({ legs, requestedAt }: PlaceBet, { at }: CommandMeta): readonly PlacedLeg[] =>
  legs.map((leg) => (leg.quote === null || isInForce(leg.quote, requestedAt, at) ? leg : { ...leg, quote: null }))

const isInForce = ({ inPlay, fetchedAt, startsAt }: Quote, requestedAt: string | undefined, at: string): boolean =>
  inPlay ? requestedAt === undefined || fetchedAt > requestedAt : at < startsAt

/**
 * How a parlay's total odds have moved beyond what the bettor accepts; null if they have not. The total is checked in
 * addition to each leg: ten legs that each fell by a tenth multiply to a third of the odds seen.
 */
function parlayMoved({ legs, policy, seenParlayOdds }: PlaceBet, quotes: readonly Leg[]) {
  if (legs.length === 1) return null
  const seen = legs.map(({ seenOdds }) => seenOdds)
  const now = quotes.map(({ odds }) => odds)
  if (seenParlayOdds !== undefined) {
    // the stated total may be a tenth off the legs' own, which may have moved by another tenth: both have to be checked
    const other = [now, seen].find((odds) => !acceptsParlay(policy, seenParlayOdds, odds))
    if (other !== undefined) return parlayChange(seenParlayOdds, other)
  }
  if (acceptsProduct(policy, seen, now)) return null
  return parlayChange(parlayOdds(seen) ?? '', now)
}

const isSameBet = (known: OpenBet, requested: PlaceBet): boolean =>
  known.stakeCents === requested.stakeCents &&
  known.legs.length === requested.legs.length &&
  known.legs.every(({ fixture, market, point, selection }, at) => {
    const leg = requested.legs[at]!
    return fixture === leg.fixture && market === leg.market && point === leg.point && selection === leg.selection
  })

/**
 * The same fixture, or the same teams in one league at about the same time: the feed may list one game under two ids
 * for a while.
 */
const hasFixtureTwice = (legs: readonly PlacedLeg[]): boolean =>
  legs.some((one, at) => legs.slice(at + 1).some((other) => one.fixture === other.fixture || isOneGame(one, other)))

const isOneGame = ({ game: one }: PlacedLeg, { game: other }: PlacedLeg): boolean =>
  one !== undefined &&
  other !== undefined &&
  one.league === other.league &&
  one.teams === other.teams &&
  Math.abs(Date.parse(one.startsAt) - Date.parse(other.startsAt)) < ONE_GAME_MS

const closedLegs = (legs: readonly PlacedLeg[]): { legs: ClosedLeg[] } => ({
  legs: legs.filter(({ closed }) => closed).map(({ fixture, selectionName }) => ({ fixture, selectionName })),
})
