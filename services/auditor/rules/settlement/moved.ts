// What a decision by hand on a fixture moves, in the auditor's own reading: at least so much. Who decided may not have known
// what was recorded just before; what that concerns is left out.
import type { Fixture, OpenBet, SettledBet } from '../../replay/entities.ts'
import { type CheckContext, justBefore } from '../../replay/event-check.ts'
import { RESETTLEMENT_WINDOW_MS } from '../../replay/settled-bets.ts'
import { checkAlone } from '../desk/authority.ts'
import { gradeBet, type LegVerdict } from '../grading.ts'
import { decidedAsOf } from './in-force.ts'
import { mostOf } from './most.ts'

/** What decides bets, and whether it changes what is settled, too. */
const DECIDING: Readonly<Record<string, { readonly again: boolean }>> = {
  ResultRecorded: { again: true },
  ResultCorrected: { again: true },
  FixtureAbandoned: { again: true },
  FixtureVoided: { again: true },
  MarketDecided: { again: false },
}

/** After the fold of an event: a decision on a fixture that somebody made alone. */
export function checkDecision(event: CheckContext): void {
  const { type, stream } = event
  const deciding = DECIDING[type]
  const { fixture } = stream
  if (deciding === undefined || fixture === null) return
  checkAlone(event, () => movedOn(event, fixture, deciding.again))
}

function movedOn(event: CheckContext, fixture: Fixture, again: boolean): number {
  const { state, meta, place } = event
  const since = justBefore(meta.recordedAt)
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

type About = Pick<CheckContext, 'state'> & {
  readonly fixture: Fixture
  readonly version: number
  readonly since: string
}

/** Neither the bet nor how its other games ended is of just before. */
const isKnown = ({ state, fixture, since }: About, bet: OpenBet): boolean =>
  bet.changedAt < since &&
  bet.legs.every(
    (leg) => leg.fixture === fixture.id || (state.fixtures.get(leg.fixture)?.decided.at(-1)?.recordedAt ?? '') < since,
  )

/** The stake, or what it returns, whichever is more; of one that goes on what it may still return, where its leg counts differently. */
function ofOpen(about: About, bet: OpenBet): number {
  const after = returnOf(about, bet)
  if (after !== null) return Math.max(bet.stakeCents, after)
  const { state, fixture, version, since } = about
  const leg = bet.legs.find((one) => one.fixture === fixture.id)
  if (leg === undefined || (fixture.decided.at(-2)?.recordedAt ?? '') >= since) return 0
  const [before, now] = [version - 1, version].map((of) => decidedAsOf(leg, bet.placedAt, fixture, of, 2)?.verdict)
  return before?.grade === now?.grade ? 0 : Math.max(bet.stakeCents, mostOf(bet, state))
}

/** What it gives back and what it gets, unless these are the same. */
function ofSettled(about: About, { bet, returnCents }: SettledBet): number {
  const after = returnOf(about, bet)
  return after === returnCents ? 0 : returnCents + (after ?? 0)
}

/** By all that the games have by now; null while that leaves it undecided. */
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
