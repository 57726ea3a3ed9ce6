// What decides a leg at a version of its fixture's stream, and what could be known of that at a time.
import type { Fixture, OpenBet } from '../../replay/entities.ts'
import type { CheckContext } from '../../replay/event-check.ts'
import { endInForce } from '../fixtures.ts'
import { gradeByHand, gradeLeg, type LegVerdict, type PlacedLeg } from '../grading.ts'

/**
 * Business time. Fixtures and accounts are different streams: a settler reads the one, then writes to the other, and
 * may be delayed this long in between. If the result has been replaced meanwhile, the bet is settled again.
 */
const HELD_UP_MS = 3_600_000

/** A voided market stays void, whatever is recorded or decided later. */
const MARKET_VOIDED: LegVerdict = { grade: 'void', voidReason: 'market-voided', factor: '1.00' }

type Decided = { readonly verdict: LegVerdict | null; readonly version: number }

/**
 * How a leg counts by everything on the fixture's stream up to `version`, and the version of the event that decides it;
 * null before any end. `placedAt`: of the bet. `rule`: version of the settlement rules.
 */
export function decidedAsOf(
  leg: PlacedLeg,
  placedAt: string,
  fixture: Fixture,
  version: number,
  rule: number,
): Decided | null {
  const voided = fixture.voids.find((one) => one.version <= version && (one.market ?? leg.market) === leg.market)
  if (voided !== undefined) return { verdict: MARKET_VOIDED, version: voided.version }
  const ending = fixture.endings.findLast((one) => one.version <= version)
  if (ending === undefined) return null
  const end = endInForce(fixture, version)
  const byScore = gradeLeg(leg, placedAt, ending, rule)
  const isFinal = byScore?.voidReason === 'late' || ending.abandoned
  // from then on, an admin's decision takes precedence over any score
  const decision = isFinal
    ? undefined
    : fixture.decisions.findLast((one) => one.version <= version && one.market === leg.market)
  const byHand = decision === undefined ? null : gradeByHand(leg, decision)
  return { verdict: byHand ?? byScore, version: Math.max(decision?.version ?? end, end) }
}

/** How the event at `version` of the fixture's stream decides a leg; null if it does not. */
export function verdictOf(leg: PlacedLeg, placedAt: string, fixture: Fixture, version: number, rule: number) {
  const decided = decidedAsOf(leg, placedAt, fixture, version, rule)
  return decided?.version === version ? decided.verdict : null
}

/** The fixture's ends, decisions and voids. */
const eventsOf = ({ endings, decisions, voids }: Fixture) => [...endings, ...decisions, ...voids]

const newest = (events: readonly { readonly version: number }[]): number =>
  events.reduce((version, event) => Math.max(version, event.version), -1)

const shifted = (at: string, ms: number): string => new Date(Date.parse(at) + ms).toISOString()

/**
 * The version of the event that had, long before `at`, replaced the one that a settlement names; null if that one was
 * still or just in force.
 */
export function replacedBy(leg: PlacedLeg, placedAt: string, fixture: Fixture, version: number, at: string) {
  // most fixtures end once
  if (fixture.endings.length + fixture.decisions.length + fixture.voids.length === 1) return null
  const long = shifted(at, -HELD_UP_MS)
  const known = newest(eventsOf(fixture).filter((event) => event.at <= long))
  if (known <= version) return null
  const decided = decidedAsOf(leg, placedAt, fixture, known, 2)
  if (decided === null || decided.version <= version) return null
  return isWithoutResultSince(leg, placedAt, fixture, version, known) ? null : decided.version
}

/**
 * Bets without a result used to name only that ending, even if an admin later decided other selections of their market.
 */
function isWithoutResultSince(leg: PlacedLeg, placedAt: string, fixture: Fixture, version: number, known: number) {
  const isWithout = (as: number) => decidedAsOf(leg, placedAt, fixture, as, 2)?.verdict?.voidReason === 'no-result'
  return endInForce(fixture, known) <= version && isWithout(version) && isWithout(known)
}

/** Whether the bet can have looked undecided to whoever opened it again at `at`. */
function canBeUndecided(state: CheckContext['state'], bet: OpenBet, at: string): boolean {
  const [from, to] = [shifted(at, -HELD_UP_MS), shifted(at, HELD_UP_MS)]
  const verdicts = bet.legs.map((leg) => {
    const fixture = state.fixtures.get(leg.fixture)
    if (fixture === undefined) return [null]
    const events = eventsOf(fixture)
    const before = newest(events.filter((event) => event.at <= from))
    const since = events.filter((event) => event.at > from && event.at <= to).map(({ version }) => version)
    return [before, ...since].map((version) => decidedAsOf(leg, bet.placedAt, fixture, version, 2)?.verdict ?? null)
  })
  const noneLost = verdicts.every((some) => some.some((verdict) => verdict?.grade !== 'lost'))
  return noneLost && verdicts.some((some) => some.includes(null))
}

/** A bet may be opened again only if the results in force leave it undecided. `atEnd`: the whole log has been read. */
export function checkReopened(event: CheckContext, bet: OpenBet, atEnd = false): void {
  const { state, meta, place, findings, subject } = event
  if (canBeUndecided(state, bet, meta.at)) return
  if (atEnd) findings.at(place, 'bet_reopened', 'undecided by the results in force', bet.owner, subject)
  else state.deferredChecks.push(() => checkReopened(event, bet, true))
}
