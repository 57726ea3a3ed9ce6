// Checks what admins decide by hand alone: each decision is within the amount for one, and those of a hand together
// within the amount for a business day.
import { askedFor, type CheckContext, type EventCheck, justBefore } from '../../replay/event-check.ts'
import { calendarOf } from '../play/calendar.ts'
import { originOf } from './one-hand.ts'
import { checkAmountInForce, mostInForce, settingNamed } from './rules.ts'

export function useAuthority(event: EventCheck<'AuthorityUsed'>): void {
  const { data, meta, place, state, findings, subject } = event
  const { role, id } = meta.actor
  const hand = originOf(state.accounts, id)
  if (role !== 'admin' || hand !== subject) {
    findings.at(place, 'authority_mismatch', `an admin, on account ${hand}`, `${role} on ${subject}`, id)
  }
  checkAmountInForce(event, 'four-eyes-per-day', data.perDayCents)
  const { day } = calendarOf(meta.at)
  const key = `${subject} ${day}`
  const cents = (state.countedOn.get(key)?.cents ?? 0) + data.movesCents
  state.countedOn.set(key, { cents, recordedAt: meta.recordedAt })
  if (cents > data.perDayCents) findings.at(place, 'authority_exceeded', `at most ${data.perDayCents}`, cents, id)
  // a request that is repeated after a crash and moves another amount is counted once more
  state.counted.set(data.decision, { by: id, day, cents: data.movesCents })
}

/**
 * To be called after a decision by hand. If a second admin approved it, it must have been asked for with what it moves.
 * `moved`: the least that it moved, in cents, by what was known at that time. It is called only if a rule needs it,
 * since it is costly.
 */
export function checkAlone(event: CheckContext, moved: (knownAt: string) => number): void {
  const { meta, place, state, findings } = event
  const { role, id } = meta.actor
  if (role !== 'admin' && role !== 'super-admin') return
  const above = mostInForce(event, 'four-eyes-above')
  const isCounted = role === 'admin' && mostInForce(event, 'four-eyes-per-day') !== null
  if (above === null && !isCounted) return
  const asked = askedFor(event)
  const cents = moved(justBefore(asked?.recordedAt ?? meta.recordedAt))
  if (asked !== null) {
    const { movesCents } = asked.data
    if (cents > movesCents) findings.at(place, 'approval_wrong', `asked for with ${cents}`, movesCents, asked.by)
    return
  }
  if (above !== null && cents > above) findings.at(place, 'decided_alone', `a second admin above ${above}`, cents, id)
  if (!isCounted) return
  const counted = state.counted.get(meta.command.id)
  state.counted.delete(meta.command.id)
  const known = counted?.by === id && counted.day === calendarOf(meta.at).day ? counted.cents : 0
  if (cents > known) findings.at(place, 'authority_mismatch', `${cents} counted on the day`, known, id)
}

/** What was left for an admin alone makes a decision wait, so it has to be what the day of that hand had left. */
export function checkLeft(event: EventCheck<'SettlementAsked'>): void {
  const { data, meta, place, state, findings } = event
  if (data.leftCents === undefined) return
  const hand = originOf(state.accounts, meta.actor.id)
  const { day } = calendarOf(meta.at)
  const { cents: used, recordedAt } = state.countedOn.get(`${hand} ${day}`) ?? { cents: 0, recordedAt: '' }
  const left = Math.max(0, Number(settingNamed(event, 'four-eyes-per-day') ?? 0) - used)
  // something of the same hand may have been counted meanwhile
  if (data.leftCents === left || (data.leftCents > left && recordedAt >= justBefore(meta.recordedAt))) return
  const isPast = [...state.countedOn.keys()].some((key) => key.startsWith(`${hand} `) && key > `${hand} ${day}`)
  if (isPast && data.leftCents === 0) return
  findings.at(place, 'setting_misstated', `${left} left on ${day}`, data.leftCents, meta.actor.id)
}
