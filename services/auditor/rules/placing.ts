// Checks placed bets: the bettor's standing, the quotes in them, odds and limits.
import type { EventData, StruckLeg } from '../events/payloads.ts'
import type { Account, OpenBet } from '../replay/entities.ts'
import type { CheckContext, EventCheck } from '../replay/event-check.ts'
import { listOpen } from '../replay/open-bets.ts'
import { checkSeal } from '../seals/leg-seals.ts'
import { accountOf } from './accounts.ts'
import { isTotalWithinPolicy, isWithinPolicy, productOfOdds, returnCents } from './arithmetic.ts'
import { checkSlip } from './bounds/slip.ts'
import { checkRules } from './desk/rules.ts'
import type { PlacedLeg } from './grading.ts'
import { overtimeCounts } from './markets.ts'
import { checkOffered } from './offer.ts'
import { checkCaps } from './play/caps.ts'
import { checkPlay } from './play/own-limits.ts'
import { checkAge, checkQuote } from './quotes.ts'

type Placed = EventData['BetPlaced']

export function placeBet(event: EventCheck<'BetPlaced'>): OpenBet | null {
  const { data, meta, place, findings, state, subject } = event
  const account = accountOf(event)
  if (account === null) return null
  checkBettor(event, account)
  checkSlip(event)
  checkDelay(event)
  checkStruck(event)
  checkPlay(event, account)
  checkCaps(event, account)
  checkRules(event)
  checkOffered(event)
  const legs: PlacedLeg[] = []
  for (let index = 0; index < data.legs.length; index++) {
    const leg = data.legs[index]!
    const fixture = state.fixtures.get(leg.fixture)
    checkQuote(event, index, leg, fixture)
    // version 1 of BetPlaced is older than seals, and than the acceptance delay
    if (data.seenCount === undefined) {
      checkSeal(event, index, leg)
      checkStart(event, leg)
      checkAge(event, index, leg)
    }
    state.betsOn.set(leg.fixture, (state.betsOn.get(leg.fixture) ?? 0) + 1)
    // the state keeps only what settlement needs, and all bets on a fixture share the text of its id
    const { market, point, selection, drawOffered = false, odds } = leg
    const overtime = overtimeCounts(leg.league, market, drawOffered)
    legs.push({ fixture: fixture?.id ?? leg.fixture, market, point, selection, drawOffered, odds, overtime })
  }
  state.betsPlaced += 1
  const { bet: id, stakeCents, potentialReturnCents: potentialCents } = data
  const bet: OpenBet = {
    kind: 'bet',
    owner: id,
    cents: 0,
    bettor: account.id,
    stakeCents,
    potentialCents,
    league: leagueOf(data, state),
    placedAt: meta.at,
    changedAt: meta.recordedAt,
    legs,
    claim: null,
    takenBack: null,
  }
  const before = state.openBets.size
  const isRepeat = state.openBets.set(id, bet).size === before
  listOpen(state, bet)
  if (isRepeat) findings.at(place, 'bet_repeated', 'a bet id of its own', id, subject)
  state.openStakesCents += stakeCents
  if (account.bets === null) {
    state.haveBet += 1
    account.bets = { placed: 0, stakeCents: 0, winningsCents: 0, profitCents: 0, open: 0 }
  }
  account.bets.placed += 1
  account.bets.open += 1
  account.bets.stakeCents += stakeCents
  state.book.post(account.wallet, bet, stakeCents)
  return bet
}

/** The league of all legs, or 'several'. All bets on a fixture share the text of its league. */
function leagueOf({ legs }: Placed, { fixtures }: CheckContext['state']): string {
  const [{ league, fixture }, ...others] = legs as [StruckLeg, ...StruckLeg[]]
  if (others.some((leg) => leg.league !== league)) return 'several'
  const listed = fixtures.get(fixture)?.league
  return listed === league ? listed : league
}

function checkBettor({ place, findings }: CheckContext, account: Account): void {
  if (account.role !== 'user') findings.at(place, 'bet_by_admin', 'user', account.role, account.id)
  if (account.blocked) findings.at(place, 'bet_by_blocked', 'not blocked', 'blocked', account.id)
  const { closed, closingSince } = account
  if (closed || closingSince !== null)
    findings.at(place, 'bet_while_closing', 'an account that stays', closed ? 'closed' : 'closing', account.id)
  if (account.owed.cents < 0) findings.at(place, 'bet_while_owed', 0, account.owed.cents, account.id)
}

/** A quote from before the start must not be struck after it. Prices of the house have a check of their own. */
function checkStart({ meta, place, findings, subject }: CheckContext, { inPlay, price, startsAt }: StruckLeg): void {
  if (inPlay || price !== undefined || meta.at < startsAt) return
  findings.at(place, 'quote_time', `before the start at ${startsAt}`, meta.at, subject)
}

/** A bet in play that waited must be struck at quotes that were fetched after it was requested. */
function checkDelay({ data, meta, place, findings, subject }: EventCheck<'BetPlaced'>): void {
  const requestedAt = data.delay?.requestedAt
  if (requestedAt === undefined) return
  if (requestedAt > meta.at) findings.at(place, 'quote_time', `requested by ${meta.at}`, requestedAt, subject)
  for (const { inPlay, fetchedAt } of data.legs) {
    if (inPlay && fetchedAt <= requestedAt) {
      findings.at(place, 'quote_time', `after the request at ${requestedAt}`, fetchedAt, subject)
    }
  }
}

function checkStruck({ data, place, findings, subject }: EventCheck<'BetPlaced'>): void {
  checkOdds(data, (code, expected, actual) => findings.at(place, code, expected, actual, subject))
  const { legs, seenCount = legs.length } = data
  if (seenCount !== legs.length) findings.at(place, 'odds_policy', legs.length, seenCount, subject)
}

function checkOdds(
  { legs, odds, stakeCents, potentialReturnCents, policy, seenCount, seenParlayOdds }: Placed,
  wrong: (code: 'odds_mismatch' | 'potential_mismatch' | 'odds_policy', expected: unknown, actual: unknown) => void,
): void {
  const product = legs.length === 1 ? legs[0]!.odds : productOfOdds(legs.map((leg) => leg.odds))
  if (odds !== product) wrong('odds_mismatch', product, odds)
  const potential = returnCents(stakeCents, odds)
  if (potentialReturnCents !== potential) wrong('potential_mismatch', potential, potentialReturnCents)
  const seen = legs.map((leg) => leg.seen ?? leg.odds)
  const struck = legs.map((leg) => leg.odds)
  for (const [index, before] of seen.entries()) {
    if (!isWithinPolicy(policy, [before], [struck[index]!]))
      wrong('odds_policy', `${policy} of ${before}`, struck[index])
  }
  // if each leg moved a little, the total may have moved a lot; version 1 did not check that
  if (seenCount === undefined && legs.length > 1 && !isWithinPolicy(policy, seen, struck)) {
    wrong('odds_policy', `${policy} of ${productOfOdds(seen)}`, product)
  }
  if (seenParlayOdds !== undefined && !isTotalWithinPolicy(policy, seenParlayOdds, struck)) {
    wrong('odds_policy', `${policy} of ${seenParlayOdds}`, product)
  }
}
