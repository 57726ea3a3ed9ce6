// Checks fixtures: how they were listed, moved and ended, and whether each result is justified.

import type { EventData } from '../events/payloads.ts'
import type { Fixture } from '../replay/entities.ts'
import { askedFor, type CheckContext, DECIDED_WITHIN_MS, type EventCheck, justBefore } from '../replay/event-check.ts'
import { hasSuperAdmin } from './four-eyes.ts'
import type { Ending } from './grading.ts'

/** Two equal reads of a completed score justify a result when they are this far apart. */
const READS_APART_MS = 30_000

export function listFixture(event: EventCheck<'FixtureListed'>): void {
  const { data, meta, place, stream, subject, state, findings } = event
  if (stream.fixture !== null || place.version !== 0) {
    findings.at(place, 'fixture_repeated', 'the first event of its stream', 'FixtureListed')
    if (stream.fixture !== null) return
  }
  checkSource(event, data.source === 'house', data.source === 'feed')
  if (data.source === 'house') checkAhead(event, data.startsAt)
  const fixture: Fixture = {
    id: subject,
    source: data.source,
    league: data.league,
    home: data.home,
    away: data.away,
    listedAt: meta.at,
    starts: [{ version: place.version, at: data.startsAt, recordedAt: meta.recordedAt }],
    endings: [],
    decided: [],
    decisions: [],
    voids: [],
    releases: new Map(),
    apart: new Map(),
    joined: new Set(),
    prices: [],
  }
  state.fixtures.add(stream, fixture)
  if (data.providerId !== null) claimProviderId(event, data.providerId, fixture)
}

export function linkProviderId(event: EventCheck<'ProviderIdLinked'>): void {
  const fixture = fixtureOf(event)
  if (fixture !== null) claimProviderId(event, event.data.providerId, fixture)
}

/** People only move ids here from a game that turned out to be this one. */
function claimProviderId(event: CheckContext, providerId: string, fixture: Fixture): void {
  const { place, state, findings } = event
  const taken = state.providerIds.get(providerId)
  const isMoved = taken !== undefined && taken !== fixture.id
  checkSource(event, false, !isMoved)
  if (isMoved) {
    // an abandoned fixture may have been a duplicate of this one
    const isFree = state.fixtures.get(taken)?.endings.at(-1)?.abandoned === true
    if (!isFree) findings.at(place, 'provider_id_taken', taken, fixture.id)
    fixture.joined.add(taken)
    if (fixture.apart.has(taken)) findings.at(place, 'fixtures_apart_wrong', 'never joined', taken, fixture.id)
  }
  state.providerIds.set(providerId, fixture.id)
}

export function fixtureOf({ place, stream, subject, findings }: CheckContext): Fixture | null {
  const { fixture } = stream
  if (fixture === null) findings.at(place, 'fixture_unknown', 'a fixture that was listed', subject)
  return fixture
}

/** The start of a fixture at a version of its stream. */
export const startAt = ({ starts }: Fixture, version: number): string =>
  (starts.findLast((set) => set.version <= version) ?? starts[0]!).at

/**
 * The earliest start that the process reading results may have known: one that was just set may not have reached it
 * yet.
 */
function startKnownAt({ starts }: Fixture, recordedAt: string): string {
  const seenAt = Date.parse(recordedAt) - DECIDED_WITHIN_MS
  const later = starts.findIndex((set) => Date.parse(set.recordedAt) > seenAt)
  const known = starts.slice(later === -1 ? -1 : Math.max(0, later - 1))
  return known.map(({ at }) => at).reduce((one, other) => (other < one ? other : one))
}

export function moveFixture(event: EventCheck<'FixtureMoved'>): void {
  const { data, meta, place, findings } = event
  const fixture = fixtureOf(event)
  if (fixture === null) return
  const before = startAt(fixture, place.version)
  if (data.from !== before) findings.at(place, 'fixture_moved_wrong', before, data.from)
  if (fixture.endings.length > 0) findings.at(place, 'fixture_moved_wrong', 'not after its end', data.to)
  const isOfHouse = fixture.source === 'house'
  checkSource(event, isOfHouse, !isOfHouse)
  if (isOfHouse) checkAhead(event, data.to, before)
  fixture.starts.push({ version: place.version, at: data.to, recordedAt: meta.recordedAt })
}

/** Nobody gives a game of the house a start that has passed, or another one once it has begun. */
function checkAhead({ meta, place, findings }: CheckContext, ...starts: readonly string[]): void {
  for (const start of starts) {
    if (start <= meta.at) findings.at(place, 'fixture_moved_wrong', `a start after ${meta.at}`, start)
  }
}

export function recordResult(event: EventCheck<'ResultRecorded' | 'ResultCorrected'>): void {
  const { type, data, meta, place, findings } = event
  const fixture = fixtureOf(event)
  if (fixture === null) return
  const inForce = fixture.endings.at(-1)
  if (type === 'ResultRecorded' && inForce !== undefined) {
    findings.at(place, 'result_repeated', 'no result yet', `${fixture.id}@${inForce.version}`)
  }
  if ('replaces' in data) checkReplaced(event, fixture, data)
  checkSource(event, data.source === 'admin', data.source === 'feed')
  const [first, second] = data.reads
  const evidence = [meta.at, first?.readAt ?? meta.at, inForce?.closedAt ?? meta.at]
  checkClosing(event, fixture, data.closedAt, evidence)
  if (data.source === 'admin') {
    if (data.reads.length > 0) findings.at(place, 'result_unfounded', 'no reads', data.reads.length)
  } else if (first === undefined || second === undefined) {
    findings.at(place, 'result_unfounded', 'two reads', data.reads.length)
  } else {
    const apart = Date.parse(second.readAt) - Date.parse(first.readAt)
    if (apart < READS_APART_MS) findings.at(place, 'result_unfounded', 'reads 30 s apart', `${apart} ms apart`)
    const start = startKnownAt(fixture, meta.recordedAt)
    if (second.readAt < start || Date.parse(second.readAt) > Date.parse(meta.at) + DECIDED_WITHIN_MS)
      findings.at(place, 'result_unfounded', `read from the start at ${start} to ${meta.at}`, second.readAt)
  }
  const { score, regulation, periods = [], closedAt } = data
  const ended = { version: place.version, at: meta.at, closedAt, score, regulation, periods }
  fixture.endings.push({ ...ended, abandoned: false, notCompleted: false })
  fixture.decided.push({ version: place.version, at: meta.at, recordedAt: meta.recordedAt, type, data })
}

/** An abandonment is for good, and the result that is in force already is no correction. */
function checkReplaced({ place, findings }: CheckContext, fixture: Fixture, data: EventData['ResultCorrected']): void {
  const inForce = fixture.endings.at(-1)
  const isResult = inForce?.abandoned === false
  const replaceable = isResult ? endInForce(fixture, place.version) : 'a result to replace'
  if (data.replaces !== replaceable) findings.at(place, 'correction_mismatch', replaceable, data.replaces)
  if (isResult && isSame(saidOf(inForce), saidOf(data))) {
    findings.at(place, 'correction_mismatch', 'another result', data.score)
  }
}

const saidOf = ({ score, regulation, periods = [] }: Pick<Ending, 'score'> & Partial<Ending>) => [
  ...[score, regulation].map((one) => one && [one.home, one.away]),
  periods.map(({ name, home, away }) => [name, home, away]),
]

const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other)

/**
 * What people say of a game they say in their own name: nothing else founds it, and only people are bound to a second
 * one.
 */
function checkSource({ meta, place, findings }: CheckContext, isByHand: boolean, isOfFeed = false): void {
  const { id, role } = meta.actor
  const isPerson = role !== 'system'
  if (isByHand && !isPerson) findings.at(place, 'actor_implausible', 'an admin', id, id)
  if (isOfFeed && isPerson) findings.at(place, 'actor_implausible', 'a part of the product', id, id)
}

export function abandonFixture(event: EventCheck<'FixtureAbandoned'>): void {
  const { type, data, meta, place, findings } = event
  const fixture = fixtureOf(event)
  if (fixture === null) return
  const inForce = fixture.endings.at(-1)
  if (inForce !== undefined) {
    findings.at(place, 'result_repeated', 'no result yet', `${fixture.id}@${inForce.version}`)
  }
  checkWhy(event, fixture)
  checkClosing(event, fixture, data.closedAt, [meta.at])
  const { closedAt, why } = data
  const ended = { version: place.version, at: meta.at, closedAt, score: null, regulation: undefined, periods: [] }
  fixture.endings.push({ ...ended, abandoned: true, notCompleted: why === 'not-completed' })
  fixture.decided.push({ version: place.version, at: meta.at, recordedAt: meta.recordedAt, type, data })
}

/** The feed gives up what was not completed. Anything else is said by people, of a duplicate if nobody bet on it. */
function checkWhy(event: EventCheck<'FixtureAbandoned'>, fixture: Fixture): void {
  const { data, meta, place, state, subject, findings } = event
  const isOfFeed = data.why === 'not-completed'
  checkSource(event, !isOfFeed, isOfFeed)
  if (isOfFeed) checkOverdue(event, fixture)
  if (data.why !== 'duplicate') return
  const since = justBefore(meta.recordedAt)
  for (const bet of state.openOn.peek(subject) ?? []) {
    if ((state.openBets.peek(bet)?.changedAt ?? since) >= since) continue
    findings.at(place, 'market_voided_wrong', 'a duplicate without bets', bet, subject)
  }
}

/** Until then a game may be completed. Logs of before there were rules of the desk are not judged. */
function checkOverdue({ meta, place, state, subject, findings }: CheckContext, fixture: Fixture): void {
  if (state.desk.rules.length === 0) return
  const hours = fixture.league.startsWith('soccer') ? 48 : 30
  const until = new Date(Date.parse(startKnownAt(fixture, meta.recordedAt)) + hours * 3_600_000).toISOString()
  if (meta.at < until) findings.at(place, 'market_voided_wrong', `given up from ${until} on`, meta.at, subject)
}

export function decideMarket(event: EventCheck<'MarketDecided'>): void {
  const { type, data, meta, place, findings, subject } = event
  const fixture = fixtureOf(event)
  if (fixture === null) return
  const wrong = (expected: string) => findings.at(place, 'market_decided_wrong', expected, data.market, subject)
  if (fixture.endings.at(-1)?.abandoned !== false) wrong('after a result')
  if (fixture.voids.some(({ market = data.market }) => market === data.market)) wrong('a market that is not void')
  const named = data.selections.map(({ selection, point }) => `${selection} ${point}`)
  if (new Set(named).size < named.length) wrong('each selection once')
  const before = fixture.decisions.findLast(({ market }) => market === data.market)
  if (before !== undefined && isSame(before.selections, data.selections)) wrong('another decision')
  if (meta.actor.role === 'system') findings.at(place, 'actor_implausible', 'an admin', meta.actor.id, meta.actor.id)
  fixture.decisions.push({ version: place.version, at: meta.at, ...data })
  fixture.decided.push({ version: place.version, at: meta.at, recordedAt: meta.recordedAt, type, data })
}

/**
 * The version of the newest event up to `version` that says how the fixture ended: an ending, or a void after one; -1
 * if there is none.
 */
export function endInForce({ endings, voids }: Fixture, version: number): number {
  const [first] = endings
  if (first === undefined || first.version > version) return -1
  let newest = first.version
  for (const one of endings) if (one.version <= version && one.version > newest) newest = one.version
  for (const one of voids) if (one.version <= version && one.version > newest) newest = one.version
  return newest
}

export function voidFixture(event: EventCheck<'FixtureVoided'>): void {
  const { type, data, meta, place, findings, subject } = event
  const fixture = fixtureOf(event)
  if (fixture === null) return
  const end = fixture.endings.at(-1)
  const isAgain = fixture.voids.some(({ market }) => market === undefined || market === data.market)
  if (isAgain || end?.abandoned === true || (end === undefined && data.market === undefined)) {
    findings.at(place, 'market_voided_wrong', 'a market that is not void, or an event with a result', data, subject)
  }
  const { role, id } = meta.actor
  if (role === 'system') findings.at(place, 'actor_implausible', 'an admin', id, id)
  if (end !== undefined && !hasSuperAdmin(event)) findings.at(place, 'actor_implausible', 'a super admin', role, id)
  fixture.voids.push({ version: place.version, at: meta.at, ...data })
  fixture.decided.push({ version: place.version, at: meta.at, recordedAt: meta.recordedAt, type, data })
}

const earliestOf = (times: readonly string[]): string => times.reduce((a, b) => (b < a ? b : a))

/**
 * A fixture is closed by the first of: recording, first completed read, the result that is corrected; and, where all of
 * these come later, after its start, or where a second admin approved it, as it was asked for. What was bet from then
 * on is void.
 */
function checkClosing(event: CheckContext, { starts }: Fixture, closedAt: string, evidence: readonly string[]): void {
  const { place, findings } = event
  const latest = earliestOf(evidence)
  if (closedAt > latest) findings.at(place, 'closed_late', `at most ${latest}`, closedAt)
  const asked = askedFor(event)?.at ?? latest
  const earliest = earliestOf([latest, asked, ...starts.map(({ at }) => at)])
  if (closedAt < earliest) findings.at(place, 'closed_early', `from ${earliest}`, closedAt)
}
