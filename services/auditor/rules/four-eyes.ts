// Checks decisions that wait for a second admin: who asked, who approved, and that what follows is what was asked for.
import type { EventType } from '../events/body.ts'
import type { SelectionDecided } from '../events/payloads.ts'
import type { AskedDecision } from '../replay/entities.ts'
import { askedFor, type CheckContext, type EventCheck } from '../replay/event-check.ts'
import { checkLeft } from './desk/authority.ts'
import { originOf } from './desk/one-hand.ts'
import { checkAmountInForce } from './desk/rules.ts'

/** By command that may wait, the events that it leads to. */
const BECOMES: Readonly<Record<string, readonly EventType[]>> = {
  RecordResult: ['ResultRecorded'],
  CorrectResult: ['ResultCorrected'],
  AbandonFixture: ['FixtureAbandoned'],
  DecideMarket: ['MarketDecided'],
  VoidFixture: ['FixtureVoided', 'FixtureAbandoned'],
  VoidBet: ['BetVoided', 'BetResettled'],
  ResettleBet: ['BetResettled'],
}
/** The fields that what was asked for and its event have both, or neither of them. */
const SAID = ['bet', 'market', 'score', 'regulation', 'periods'] as const

const wrong = ({ place, findings, meta }: CheckContext, expected: string, actual: unknown) =>
  findings.at(place, 'approval_wrong', expected, actual, meta.actor.id)

export function askSettlement(event: EventCheck<'SettlementAsked'>): void {
  const { data, meta, place, state, stream } = event
  const { role, id } = meta.actor
  if (role !== 'admin' && role !== 'super-admin') wrong(event, 'an admin who asks', id)
  const aloneCents = Math.min(data.aboveCents, data.leftCents ?? data.aboveCents)
  if (data.movesCents <= aloneCents) wrong(event, `more than ${aloneCents}`, data.movesCents)
  checkAmountInForce(event, 'four-eyes-above', data.aboveCents)
  if (data.request !== meta.command.id || state.asked.has(data.request)) wrong(event, 'a new request', data.request)
  if (!Object.hasOwn(BECOMES, data.command)) wrong(event, Object.keys(BECOMES).join(', '), data.command)
  checkLeft(event)
  if (state.asked.values().some((one) => one.stream === stream.name && one.data.bet === data.bet))
    wrong(event, 'no request that waits', data.request)
  const { at, recordedAt } = meta
  state.asked.set(data.request, { stream: stream.name, version: place.version, by: id, role, at, recordedAt, data })
}

export function approveSettlement(event: EventCheck<'SettlementApproved'>): void {
  const { meta, state, stream } = event
  const asked = answered(event)
  if (asked === null) return
  const { role, id } = meta.actor
  const origins = [asked.by, id].map((admin) => originOf(state.accounts, admin))
  if (id !== asked.by && origins[0] === origins[1]) wrong(event, `nobody of the same hand as ${asked.by}`, id)
  if (id === asked.by || (role !== 'admin' && role !== 'super-admin')) wrong(event, `not ${asked.by}`, id)
  stream.approved = { command: meta.command.id, asked }
}

export const declineSettlement = (event: EventCheck<'SettlementDeclined'>): void => void answered(event)

/** The decision that an event answers; it does not wait any more. Null if there is none, which is reported. */
function answered(event: EventCheck<'SettlementApproved' | 'SettlementDeclined'>): AskedDecision | null {
  const { data, state, stream } = event
  const asked = state.asked.get(data.request)
  if (asked === undefined || asked.stream !== stream.name || asked.by !== data.askedBy) {
    wrong(event, asked === undefined ? 'a request that waits' : `${asked.by} on ${asked.stream}`, data)
    return null
  }
  state.asked.delete(data.request)
  return asked
}

/** Checks that what follows an approval in the same command is what was asked for. */
export function checkApproved(event: CheckContext & { readonly data: unknown }): void {
  const { type, meta } = event
  // the product records every approval as an event of its own
  if (meta.approval !== undefined) wrong(event, 'an approval of its own', meta.approval.by)
  const approved = askedFor(event)
  if (approved === null || type === 'SettlementApproved') return
  const asked: Said = approved.data
  const { command } = approved.data
  if (BECOMES[command]?.includes(type) !== true) wrong(event, command, type)
  const made = event.data as Said
  for (const field of SAID) {
    if (sorted(asked[field]) !== sorted(made[field])) wrong(event, `${field} ${sorted(asked[field])}`, made[field])
  }
  const [due, decided] = [asked, made].map(selectionsIn)
  if (due !== decided) wrong(event, `selections ${due}`, decided)
}

type Said = Readonly<Record<string, unknown>>

/** Lines are asked for as they were typed, and decided as bets write them. */
const selectionsIn = ({ selections = [] }: Said): string =>
  (selections as readonly SelectionDecided[])
    .map(({ selection, point = '', grade }) => `${selection} ${point && Number(point)} ${grade}`)
    .join(', ')

const sorted = (value: unknown): string =>
  value !== null && typeof value === 'object'
    ? JSON.stringify(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)))
    : JSON.stringify(value)

/** Whether a super admin took part: as the actor, or by asking for what another admin approved. */
export const hasSuperAdmin = (event: CheckContext): boolean =>
  event.meta.actor.role === 'super-admin' || askedFor(event)?.role === 'super-admin'
