// Checks goodwill: an admin promises it within the bound of a business day, then it is paid once, as it was promised.

import { type EventCheck, justBefore } from '../../replay/event-check.ts'
import { accountOf, endingSince } from '../accounts.ts'
import { expectBalance, payOwed } from '../balances.ts'
import { calendarOf } from '../play/calendar.ts'
import { plainAdminBehind } from './one-hand.ts'
import { settingNamed } from './rules.ts'

/** Replaces a promise that was paid. The id stays, so that it cannot be used again. */
const PAID = { by: '', to: '', cents: -1 }

export function promiseGoodwill(event: EventCheck<'GoodwillPromised'>): void {
  const { data, meta, place, state, findings, subject } = event
  const admin = accountOf(event)
  if (admin === null) return
  expectBalance(event, admin, 'float')
  if (meta.actor.id !== subject) findings.at(place, 'actor_implausible', subject, meta.actor.id, subject)
  if (state.goodwill.has(data.goodwill)) findings.at(place, 'goodwill_mismatch', 'an id of its own', data.goodwill)
  state.goodwill.set(data.goodwill, { by: subject, to: data.to, cents: data.amountCents })
  if (admin.role === 'admin') checkBound(event)
  const receiver = state.accounts.peek(data.to)
  const ended = receiver === undefined ? null : endingSince(receiver)
  if (ended === null || ended >= justBefore(meta.recordedAt)) return
  findings.at(place, 'goodwill_mismatch', 'to an account that stays', `to ${data.to}, ending since ${ended}`, subject)
}

/** The bound is that of the rules that the promise names. An admin whom a plain admin added may promise nothing. */
function checkBound(event: EventCheck<'GoodwillPromised'>): void {
  const { data, meta, place, state, findings, subject } = event
  const { day } = calendarOf(meta.at)
  const key = `${subject} ${day}`
  const cents = (state.goodwillOf.get(key) ?? 0) + data.amountCents
  state.goodwillOf.set(key, cents)
  const isAdded = plainAdminBehind(state.accounts, subject) !== null
  const bound = isAdded ? 0 : Number(settingNamed(event, 'goodwill-per-day') ?? 0)
  if (cents > bound) findings.at(place, 'goodwill_above_bound', `at most ${bound} on ${day}`, cents, subject)
}

export function payGoodwill(event: EventCheck<'GoodwillPaid'>): void {
  const { data, meta, place, state, findings, subject } = event
  const account = accountOf(event)
  if (account === null) return
  expectBalance(event, account, 'wallet')
  if (meta.actor.id !== data.by)
    findings.at(place, 'goodwill_mismatch', `by ${data.by}`, `by ${meta.actor.id}`, subject)
  const promised = state.goodwill.get(data.goodwill)
  const due = promised === undefined ? 'a promise' : `${promised.cents} from ${promised.by} to ${promised.to}`
  const paid = `${data.amountCents} from ${data.by} to ${subject}`
  if (due !== paid) findings.at(place, 'goodwill_mismatch', due, paid, subject)
  state.goodwill.set(data.goodwill, PAID)
  state.book.post(state.book.goodwill, account.wallet, data.amountCents)
  payOwed(event, account, data.amountCents, data.owedPaidCents)
}
