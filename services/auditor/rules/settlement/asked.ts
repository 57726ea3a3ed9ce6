// Checks the amount with which somebody asked for a decision, whatever became of it: it is what the decision would have
// moved then, as far as the auditor can tell.
import type { EventData } from '../../events/payloads.ts'
import type { Fixture, OpenBet } from '../../replay/entities.ts'
import { type CheckContext, type EventCheck, justBefore } from '../../replay/event-check.ts'
import { mostInForce } from '../desk/rules.ts'
import { movedByBet, movedOn } from './moved.ts'

type Asked = EventCheck<'SettlementAsked'>

/** Amounts from before the setting existed are not judged. */
export function checkMoves(event: Asked): void {
  const { data, meta, place, stream, findings } = event
  if (mostInForce(event, 'four-eyes-above') === null) return
  const wrong = (expected: string) => findings.at(place, 'approval_wrong', expected, data.movesCents, meta.actor.id)
  const since = justBefore(meta.recordedAt)
  const least = stream.fixture === null ? movedByBet(event, data, since) : movedAsIf(event, stream.fixture, since)
  if (data.movesCents < least) wrong(`${least} or more`)
  // where not everything could be looked at, it counts as more than one may move
  const counted = data.aboveCents + 1
  if (data.movesCents <= counted || data.movesCents <= most(boundsOf(event))) return
  const atMost = most(boundsOf(event)) + most(endedSince(event, since))
  if (data.movesCents > atMost) wrong(`${Math.max(atMost, counted)} or less`)
}

/** What it moves on a game if it is carried out now. */
function movedAsIf(event: Asked, fixture: Fixture, since: string): number {
  const { data, meta, place } = event
  const { command, market, selections = [] } = data
  const { version } = place
  const { at, recordedAt } = meta
  const before = fixture.endings.at(-1)
  const closedAt = before !== undefined && before.closedAt < at ? before.closedAt : at
  const end = { version, at, closedAt, score: null, regulation: undefined, periods: [], notCompleted: false }
  const isVoid = command === 'VoidFixture' && (market !== undefined || before !== undefined)
  const lists = [fixture.endings, fixture.decisions, fixture.voids, fixture.decided] as const
  const lengths = lists.map(({ length }) => length)
  if (command === 'DecideMarket') {
    fixture.decisions.push({ version, at, market: market ?? '', selections: selections.map(asInBets) })
  } else if (isVoid) fixture.voids.push({ version, at, ...(market === undefined ? {} : { market }) })
  else if (!command.endsWith('Result')) fixture.endings.push({ ...end, abandoned: true })
  else {
    const { score = null, regulation } = data
    fixture.endings.push({ ...end, score, regulation, abandoned: false })
  }
  fixture.decided.push({ version, at, recordedAt, type: command, data })
  const cents = movedOn(event, fixture, command !== 'DecideMarket', since)
  for (const [index, list] of lists.entries()) list.length = lengths[index]!
  return cents
}

type Selection = NonNullable<EventData['SettlementAsked']['selections']>[number]

/** Lines are asked for as they were typed. */
const asInBets = ({ point, ...rest }: Selection): Selection =>
  point === undefined ? rest : { ...rest, point: String(Number(point)) }

/** `returnCents`: what it has returned. */
type Bound = { readonly bet: OpenBet; readonly returnCents: number }

/** The bets that it can move. */
function* boundsOf({ data, stream, state }: Asked): Generator<Bound> {
  const { fixture } = stream
  const ids = fixture === null ? [data.bet ?? ''] : (state.openOn.peek(fixture.id) ?? [])
  for (const id of ids) {
    const bet = state.openBets.peek(id)
    if (bet !== undefined) yield { bet, returnCents: 0 }
  }
  if (fixture !== null) yield* state.settledBets.on(fixture.id)
  else {
    const settled = state.settledBets.get(data.bet ?? '')
    if (settled !== undefined) yield settled
  }
}

/** Bets on the game that were open when somebody looked at them just before. */
function* endedSince({ stream, state }: CheckContext, since: string): Generator<Bound> {
  const game = stream.fixture?.id
  if (game === undefined) return
  for (const settled of state.settledBets.values()) {
    const { changedAt, legs } = settled.bet
    if (changedAt >= since && legs.some(({ fixture }) => fixture === game)) yield settled
  }
}

function most(bounds: Generator<Bound>): number {
  let cents = 0
  for (const { bet, returnCents } of bounds) cents += returnCents + Math.max(bet.stakeCents, bet.potentialCents)
  return cents
}
