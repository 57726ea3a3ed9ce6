// Checks draws on the treasury: they are within the budget of the business day or approved by a super admin, and
// nothing else raises a float.
import { type Findings, placeOf } from '../../findings/findings.ts'
import type { Account, Draw } from '../../replay/entities.ts'
import type { CheckContext, EventCheck } from '../../replay/event-check.ts'
import type { State } from '../../replay/state.ts'
import { calendarOf } from '../play/calendar.ts'
import { checkAmountInForce } from './rules.ts'

/** The id of the only treasury in a log. */
const TREASURY = '7ea50000000000000000000000000001'

export function draw(event: EventCheck<'TreasuryDrawn'>): void {
  const { data, meta, place, state, findings } = event
  begin(event, { basis: 'budget', state: 'granted' })
  const { day } = calendarOf(meta.at)
  const used = (state.drawnOn.get(day) ?? 0) + data.amountCents
  state.drawnOn.set(day, used)
  if (used > data.budgetCents) {
    findings.at(place, 'treasury_overdrawn', `at most ${data.budgetCents} on ${day}`, used, meta.actor.id)
  }
}

export function requestDraw(event: EventCheck<'TreasuryDrawRequested'>): void {
  begin(event, { basis: 'approval', state: 'waiting' })
  const { data, meta, state } = event
  const { day } = calendarOf(meta.at)
  // the product remembers two days: an earlier one counts as used up
  const isForgotten = [...state.drawnOn.keys()].filter((drawn) => drawn > day).length > 1
  const used = isForgotten ? data.budgetCents : (state.drawnOn.get(day) ?? 0)
  if (data.usedCents !== used) wrong(event, `${used} used on ${day}`, `${data.usedCents}`)
  if (used + data.amountCents <= data.budgetCents) wrong(event, `more than is left on ${day}`, `${data.amountCents}`)
}

function begin(
  event: EventCheck<'TreasuryDrawn'> | EventCheck<'TreasuryDrawRequested'>,
  standing: Pick<Draw, 'basis' | 'state'>,
): void {
  const { data, meta, state } = event
  const { draw: id, account, replaces } = data
  enter(event)
  checkAmountInForce(event, 'treasury-per-day', data.budgetCents)
  if (meta.actor.role !== 'admin') wrong(event, 'a plain admin', meta.actor.role)
  const target = state.accounts.get(account)
  if (target?.role !== 'admin') wrong(event, 'for an admin', target?.role ?? `no account ${account}`)
  if (account === meta.actor.id) wrong(event, 'for another admin', account)
  if (state.draws.has(id)) wrong(event, 'a draw id of its own', id)
  const before = state.draws.get(state.waitingDraws.get(account) ?? '')
  if (before?.id !== replaces) wrong(event, `in place of ${before?.id ?? 'none'}`, replaces ?? 'none')
  if (before !== undefined) end(event, before, 'replaced')
  const begun = { ...drawOf(event, id, account, data.amountCents), ...standing }
  state.draws.set(id, begun)
  if (begun.state === 'waiting') state.waitingDraws.set(account, begun.id)
}

const drawOf = ({ meta, place }: CheckContext, id: string, account: string, amountCents: number) => ({
  ...{ id, account, amountCents, requestedBy: meta.actor.id, at: meta.at },
  ...{ paid: false, decidedBy: null, decidedAt: null, place: placeOf(place), recordedAt: meta.recordedAt },
})

function end({ meta, state }: CheckContext, waiting: Draw, standing: Draw['state']): void {
  waiting.state = standing
  waiting.decidedBy = meta.actor.id
  waiting.decidedAt = meta.at
  state.waitingDraws.delete(waiting.account)
}

export function approveDraw(event: EventCheck<'TreasuryDrawApproved'>): void {
  const approved = decide(event, 'granted')
  if (approved === null) return
  approved.place = placeOf(event.place)
  approved.recordedAt = event.meta.recordedAt
}

export function declineDraw(event: EventCheck<'TreasuryDrawDeclined'>): void {
  decide(event, 'declined')
}

/** The draw that was decided; null if it was not waiting, which is reported. */
function decide(
  event: EventCheck<'TreasuryDrawApproved'> | EventCheck<'TreasuryDrawDeclined'>,
  standing: 'granted' | 'declined',
): Draw | null {
  const { data, meta, state } = event
  enter(event)
  if (meta.actor.role !== 'super-admin') wrong(event, 'a super admin', meta.actor.role)
  const waiting = state.draws.get(data.draw)
  if (waiting?.state !== 'waiting') {
    wrong(event, 'a draw that waits', waiting?.state ?? `no draw ${data.draw}`)
    return null
  }
  const { account, amountCents, requestedBy } = waiting
  const asked = `${amountCents} for ${account} by ${requestedBy}`
  const stated = `${data.amountCents} for ${data.account} by ${data.requestedBy}`
  if (asked !== stated) wrong(event, asked, stated)
  end(event, waiting, standing)
  return waiting
}

/** Only a super admin may raise a float without a draw. A draw raises a float once, by what was granted. */
export function checkRaise(event: EventCheck<'FloatSet'>, account: Account, raisedCents: number): void {
  const { schema, data, meta, place, state, findings } = event
  const uncovered = (expected: string, actual: string | number) =>
    findings.at(place, 'float_uncovered', expected, actual, account.id)
  // before there were draws, any admin could raise floats
  const isOfBefore = schema === 1 && !state.floatsAreDrawn
  state.floatsAreDrawn ||= schema > 1
  if (raisedCents > 0 && account.closed) uncovered('an admin who is there', 'removed')
  if (data.draw === undefined) {
    if (raisedCents > 0) raisedFreely(event, account, raisedCents, isOfBefore)
    return
  }
  const granted = state.draws.get(data.draw)
  if (granted?.state !== 'granted' || granted.account !== account.id || granted.paid) {
    uncovered('a draw that was granted for this account', granted?.state ?? `no draw ${data.draw}`)
  }
  if (granted === undefined) return
  if (granted.amountCents !== raisedCents) uncovered(`raised by ${granted.amountCents}`, raisedCents)
  const { stream, version } = granted.place
  if (meta.causation !== `${stream}@${version}`)
    uncovered(`because of ${stream}@${version}`, meta.causation ?? 'nothing')
  granted.paid = true
}

function raisedFreely(event: EventCheck<'FloatSet'>, account: Account, raisedCents: number, isOfBefore: boolean): void {
  const { meta, place, state, findings } = event
  const { actor } = meta
  if (actor.role !== 'super-admin') {
    // with the account that it opens
    const isSetup = actor.id === 'setup' && account.openedBy === 'setup' && place.version === 1
    if (isSetup || isOfBefore) return
    findings.at(place, 'float_uncovered', 'by a draw, or a super admin', `${raisedCents} by ${actor.id}`, account.id)
    return
  }
  const id = `${place.stream}@${place.version}`
  const granted = drawOf(event, id, account.id, raisedCents)
  state.draws.set(id, { ...granted, basis: 'super-admin', state: 'granted', paid: true })
}

function enter(event: CheckContext): void {
  const { place, stream, subject, state, findings } = event
  if (subject !== TREASURY) findings.at(place, 'wrong_stream', `treasury-${TREASURY}`, stream.name)
  state.floatsAreDrawn = true
}

const wrong = ({ place, findings, meta }: CheckContext, expected: string, actual: string) =>
  findings.at(place, 'draw_mismatch', expected, actual, meta.actor.id)

/**
 * Reports draws that were granted before `waitedSince` (system time) and not paid. Null: all, since none is left once
 * the product has stopped.
 */
export function findStuckDraws({ draws, accounts }: State, findings: Findings, waitedSince: string | null): void {
  for (const { id, account, state, paid, place, recordedAt } of draws.values()) {
    if (state !== 'granted' || paid || accounts.peek(account)?.closed) continue
    if (waitedSince !== null && recordedAt >= waitedSince) continue
    const expected = waitedSince === null ? 'paid out: the product has stopped' : 'paid out within a minute'
    findings.at(place, 'draw_stuck', expected, `granted: ${id}`, account)
  }
}
