// What is decided by hand alone: each decision within the amount of one, and those of one hand together within that of a day.
import type { CheckContext, EventCheck } from '../../replay/event-check.ts'
import { calendarOf } from '../play/calendar.ts'
import { originOf } from './one-hand.ts'
import { checkAmountInForce, mostInForce } from './rules.ts'

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
  const cents = (state.countedOn.get(key) ?? 0) + data.movesCents
  state.countedOn.set(key, cents)
  if (cents > data.perDayCents) findings.at(place, 'authority_exceeded', `at most ${data.perDayCents}`, cents, id)
  // the same request that moves another amount after a crash is counted once more
  state.counted.set(data.decision, { by: id, day, cents: data.movesCents })
}

/**
 * After a decision by hand. `moved`: what it moved at least, in cents, of all that who decided must have known; asked for where
 * there is a rule about it alone. What a second admin approved is no matter of these rules.
 */
export function checkAlone(event: CheckContext, moved: () => number): void {
  const { meta, place, state, stream, findings } = event
  const { role, id } = meta.actor
  if ((role !== 'admin' && role !== 'super-admin') || stream.approved?.command === meta.command.id) return
  const above = mostInForce(event, 'four-eyes-above')
  const isCounted = role === 'admin' && mostInForce(event, 'four-eyes-per-day') !== null
  if (above === null && !isCounted) return
  const cents = moved()
  if (above !== null && cents > above) findings.at(place, 'decided_alone', `a second admin above ${above}`, cents, id)
  if (!isCounted) return
  const counted = state.counted.get(meta.command.id)
  state.counted.delete(meta.command.id)
  const known = counted?.by === id && counted.day === calendarOf(meta.at).day ? counted.cents : 0
  if (cents > known) findings.at(place, 'authority_mismatch', `${cents} counted on the day`, known, id)
}
