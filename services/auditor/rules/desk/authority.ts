// Checks what admins decide by hand alone: each decision is within the amount for one, and those of a hand together
// within the amount for a business day.
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
  // a request that is repeated after a crash and moves another amount is counted once more
  state.counted.set(data.decision, { by: id, day, cents: data.movesCents })
}

/**
 * To be called after a decision by hand; if a second admin approved it, these rules do not apply. `moved`: the least
 * that it moved, in cents, by what the person who decided must have known. It is called only if a rule needs it, since
 * it is costly.
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
