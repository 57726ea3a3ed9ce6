// A bet as placed: the bettor's standing, the quotes it embeds, its odds and limits.
import type { EventData, StruckLeg } from '../events/shapes.ts'
import type { Account, Fixture, Judged, Judging, OpenBet } from '../state.ts'
import { accountOf } from './accounts.ts'
import { isWithinPolicy, productOfOdds, returnCents } from './arithmetic.ts'
import { startAt } from './fixtures.ts'
import type { PlacedLeg } from './grading.ts'

type Placed = EventData['BetPlaced']

export function placeBet(event: Judged<'BetPlaced'>): OpenBet | null {
  const { data, meta, place, findings, state, subject } = event
  const account = accountOf(event)
  if (account === null) return null
  checkBettor(event, account)
  checkSlip(event)
  const legs: PlacedLeg[] = []
  for (let index = 0; index < data.legs.length; index++) {
    const leg = data.legs[index]!
    const fixture = state.fixtures.get(leg.fixture)
    checkQuote(event, index, leg, fixture)
    // the quote stays in the event: the state keeps what settles the bet, and each fixture's id once for all bets on it
    const { selection, drawOffered, odds } = leg
    legs.push({ fixture: fixture?.id ?? leg.fixture, selection, drawOffered, odds })
  }
  state.betsPlaced += 1
  const { bet: id, stakeCents } = data
  const bet: OpenBet = {
    kind: 'bet',
    owner: id,
    cents: 0,
    account,
    stakeCents,
    placedAt: meta.at,
    legs,
    claim: null,
    legsSeen: 0,
  }
  const before = state.openBets.size
  const known = state.openBets.set(id, bet).size === before
  if (known) findings.at(place, 'bet_repeated', 'a bet id of its own', id, subject)
  state.openStakesCents += stakeCents
  account.bets ??= { placed: 0, stakeCents: 0, winningsCents: 0, profitCents: 0, open: 0 }
  account.bets.placed += 1
  account.bets.open += 1
  account.bets.stakeCents += stakeCents
  state.book.post(account.wallet, bet, stakeCents)
  return bet
}

function checkBettor({ place, findings }: Judging, account: Account): void {
  if (account.role !== 'user') findings.at(place, 'bet_by_admin', 'user', account.role, account.id)
  if (account.blocked) findings.at(place, 'bet_by_blocked', 'not blocked', 'blocked', account.id)
  if (account.owed.cents < 0) findings.at(place, 'bet_while_owed', 0, account.owed.cents, account.id)
}

function checkSlip({ data, place, findings, subject }: Judged<'BetPlaced'>): void {
  const { legs, limits, seenOdds, stakeCents } = data
  if (stakeCents < limits.minStakeCents) {
    findings.at(place, 'stake_below_limit', `at least ${limits.minStakeCents}`, stakeCents, subject)
  }
  if (data.potentialReturnCents > limits.maxPayoutCents) {
    findings.at(place, 'payout_above_limit', `at most ${limits.maxPayoutCents}`, data.potentialReturnCents, subject)
  }
  if (legs.length > limits.maxLegs) {
    findings.at(place, 'legs_above_limit', `at most ${limits.maxLegs}`, legs.length, subject)
  }
  if (legs.length > 1 && new Set(legs.map(({ fixture }) => fixture)).size < legs.length) {
    findings.at(place, 'fixture_twice', 'one leg a fixture', legs.map(({ fixture }) => fixture).join(' '), subject)
  }
  checkOdds(data, (code, expected, actual) => findings.at(place, code, expected, actual, subject))
  if (seenOdds.length !== legs.length) findings.at(place, 'odds_policy', legs.length, seenOdds.length, subject)
}

function checkOdds(
  { legs, odds, stakeCents, potentialReturnCents, policy, seenOdds }: Placed,
  wrong: (code: 'odds_mismatch' | 'potential_mismatch' | 'odds_policy', expected: unknown, actual: unknown) => void,
): void {
  const product = legs.length === 1 ? legs[0]!.odds : productOfOdds(legs.map((leg) => leg.odds))
  if (odds !== product) wrong('odds_mismatch', product, odds)
  const potential = returnCents(stakeCents, odds)
  if (potentialReturnCents !== potential) wrong('potential_mismatch', potential, potentialReturnCents)
  for (let index = 0; index < seenOdds.length; index++) {
    const seen = seenOdds[index]!
    const struck = legs[index]?.odds
    if (struck !== undefined && !isWithinPolicy(policy, seen, struck)) {
      wrong('odds_policy', `${policy} of ${seen}`, struck)
    }
  }
}

function checkQuote(
  { meta, place, findings, subject }: Judging,
  index: number,
  leg: StruckLeg,
  fixture: Fixture | undefined,
): void {
  if (fixture === undefined || leg.fixtureVersion > fixture.stream.version) {
    const known = fixture ? `fixture-${fixture.id} up to @${fixture.stream.version}` : 'a fixture in the log'
    findings.at(place, 'quote_unknown', known, `leg ${index}: fixture-${leg.fixture}@${leg.fixtureVersion}`, subject)
    return
  }
  const wrong = (what: string, expected: unknown, actual: unknown) =>
    findings.at(place, 'quote_mismatch', `leg ${index}: ${what} ${expected}`, String(actual), subject)
  if (leg.league !== fixture.league) wrong('league', fixture.league, leg.league)
  const start = startAt(fixture, leg.fixtureVersion)
  if (leg.startsAt !== start) wrong('start', start, leg.startsAt)
  if (leg.market !== 'h2h' || leg.point !== null) wrong('market', 'h2h', `${leg.market} ${leg.point ?? ''}`)
  if (!isOffered(leg)) wrong('selection', leg.drawOffered ? 'home, draw or away' : 'home or away', leg.selection)
  else if (!mayBeNamed(leg, fixture)) wrong('name', `of ${leg.selection}`, leg.selectionName)
  if (leg.fetchedAt > meta.at) findings.at(place, 'quote_time', `at most ${meta.at}`, leg.fetchedAt, subject)
}

const isOffered = ({ selection, drawOffered }: StruckLeg): boolean =>
  selection === 'home' || selection === 'away' || (selection === 'draw' && drawOffered)

/** The provider may spell a team in another way than when the game was listed, but never as the other team. */
function mayBeNamed({ selection, selectionName }: StruckLeg, { home, away }: Fixture): boolean {
  if (selection === 'draw' || selectionName === 'Draw') return selection === 'draw' && selectionName === 'Draw'
  return home === away || selectionName !== (selection === 'home' ? away : home)
}
