// The least that a decision by hand on a fixture moves, by the auditor's own reading. Whatever was recorded just before
// the decision is left out, because the person who decided may not have known it.
import type { EventData } from '../../events/payloads.ts'
import type { Fixture, OpenBet, SettledBet } from '../../replay/entities.ts'
import { askedFor, type CheckContext } from '../../replay/event-check.ts'
import { RESETTLEMENT_WINDOW_MS } from '../../replay/settled-bets.ts'
import { checkAlone } from '../desk/authority.ts'
import { gradeBet, type LegVerdict } from '../grading.ts'
import { decidedAsOf } from './in-force.ts'
import { mostOf } from './most.ts'

/** The events that decide bets. `again`: whether they change settled bets as well. */
const DECIDING: Readonly<Record<string, { readonly again: boolean }>> = {
  ResultRecorded: { again: true },
  ResultCorrected: { again: true },
  FixtureAbandoned: { again: true },
  FixtureVoided: { again: true },
  MarketDecided: { again: false },
}

/** Checks a decision that somebody made alone on a fixture. To be called after the event was folded. */
export function checkDecision(event: CheckContext): void {
  const { type, stream } = event
  const deciding = DECIDING[type]
  const { fixture } = stream
  if (deciding === undefined || fixture === null) return
  checkAlone(event, (knownAt) => movedOn(event, fixture, deciding.again, knownAt))
}

export function movedOn(event: CheckContext, fixture: Fixture, again: boolean, since: string): number {
  const { state, meta, place } = event
  // what was asked for before something else was decided moved another amount then
  const before = fixture.decided.at(-2)?.recordedAt ?? ''
  if (askedFor(event) !== null && before >= since) return 0
  const about = { state, fixture, since, version: place.version }
  let cents = 0
  for (const id of state.openOn.peek(fixture.id) ?? []) {
    const bet = state.openBets.peek(id)
    if (bet !== undefined && isKnown(about, bet)) cents += ofOpen(about, bet)
  }
  if (!again) return cents
  const windowStart = new Date(Date.parse(meta.at) - RESETTLEMENT_WINDOW_MS).toISOString()
  for (const settled of state.settledBets.on(fixture.id)) {
    const { bet, settledAt, legs } = settled
    const isReached = legs.some(
      ({ fixture: id, result, voidReason }) =>
        id === fixture.id && result < place.version && voidReason !== 'market-voided',
    )
    if (isReached && settledAt >= windowStart && isKnown(about, bet)) cents += ofSettled(about, settled)
  }
  return cents
}

/** The least that is moved by a decision on one bet that somebody asks for; 0 if it changed just before. */
export function movedByBet(
  { state }: CheckContext,
  { command, bet: id = '' }: Pick<EventData['SettlementAsked'], 'command' | 'bet'>,
  since: string,
): number {
  const settled = state.settledBets.get(id)
  const bet = settled?.bet ?? state.openBets.peek(id)
  if (bet === undefined || bet.changedAt >= since) return 0
  if (settled === undefined) return bet.stakeCents
  return command === 'VoidBet' && settled.returnCents !== bet.stakeCents ? settled.returnCents + bet.stakeCents : 0
}

type About = Pick<CheckContext, 'state'> & {
  readonly fixture: Fixture
  readonly version: number
  readonly since: string
}

/** Whether neither the bet nor the ends of its other games changed just before the decision. */
const isKnown = ({ state, fixture, since }: About, bet: OpenBet): boolean =>
  bet.changedAt < since &&
  bet.legs.every(
    (leg) => leg.fixture === fixture.id || (state.fixtures.get(leg.fixture)?.decided.at(-1)?.recordedAt ?? '') < since,
  )

/**
 * What an open bet returns, or its stake if that is more. If it stays open and its leg counts differently now, the most
 * that it can return.
 */
function ofOpen(about: About, bet: OpenBet): number {
  const after = returnOf(about, bet)
  if (after !== null) return Math.max(bet.stakeCents, after)
  const { state, fixture, version, since } = about
  const leg = bet.legs.find((one) => one.fixture === fixture.id)
  if (leg === undefined || (fixture.decided.at(-2)?.recordedAt ?? '') >= since) return 0
  const [before, now] = [version - 1, version].map((of) => decidedAsOf(leg, bet.placedAt, fixture, of, 2)?.verdict)
  return before?.grade === now?.grade ? 0 : Math.max(bet.stakeCents, mostOf(bet, state))
}

/** What a settled bet returned and what it returns now, added up; 0 if these are the same. */
function ofSettled(about: About, { bet, returnCents }: SettledBet): number {
  const after = returnOf(about, bet)
  return after === returnCents ? 0 : returnCents + (after ?? 0)
}

/** What a bet returns by what its fixtures have so far; null if that leaves it undecided. */
function returnOf({ state }: About, { legs, placedAt, stakeCents }: OpenBet): number | null {
  const verdicts: LegVerdict[] = []
  let isOpen = false
  for (const leg of legs) {
    const game = state.fixtures.get(leg.fixture)
    const verdict = game && decidedAsOf(leg, placedAt, game, Number.POSITIVE_INFINITY, 2)?.verdict
    if (verdict == null) isOpen = true
    else verdicts.push(verdict)
  }
  if (verdicts.some(({ grade }) => grade === 'lost')) return 0
  return isOpen ? null : gradeBet(stakeCents, verdicts).returnCents
}
