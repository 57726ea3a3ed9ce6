// Checks how a bettor's account is closed: at the bettor's wish by the product, or by a super admin who gives a reason;
// once, and only if nothing is left in it.
import type { EventCheck } from '../../replay/event-check.ts'
import { accountOf, endAccount } from '../accounts.ts'

export function changeClosing(event: EventCheck<'ClosingRequested'> | EventCheck<'ClosingCancelled'>): void {
  const { type, meta, place, subject, findings } = event
  const account = accountOf(event)
  if (account === null) return
  const wrong = (expected: string, actual: string) =>
    findings.at(place, 'closing_implausible', expected, actual, subject)
  const wishes = type === 'ClosingRequested'
  if (account.role !== 'user') wrong('a bettor', account.role)
  if (meta.actor.id !== subject) wrong('the account itself', meta.actor.id)
  if (account.blocked) wrong('an account that is not blocked', 'blocked')
  if ((account.closingSince !== null) === wishes)
    wrong(wishes ? 'no wish before' : 'a wish before', wishes ? 'a wish' : 'none')
  account.closingSince = wishes ? meta.recordedAt : null
}

export function closeAccount(event: EventCheck<'AccountClosed'>): void {
  const { meta, place, subject, state, findings } = event
  const account = accountOf(event)
  if (account === null) return
  const wrong = (expected: string | number, actual: string | number) =>
    findings.at(place, 'closing_implausible', expected, actual, subject)
  const { role } = meta.actor
  if (account.role !== 'user') wrong('a bettor', account.role)
  if (account.closed) wrong('an account that is there', 'closed before')
  if (role === 'system') {
    if (account.closingSince === null) wrong('a wish of the bettor', 'none')
  } else if (role !== 'super-admin') wrong('a super admin, or the product', role)
  else if ((meta.reason?.text ?? null) === null) findings.at(place, 'reason_missing', 'a reason', 'none', subject)
  if (account.wallet.cents !== 0) wrong('a balance of 0', account.wallet.cents)
  const open = account.bets?.open ?? 0
  if (open !== 0) wrong('no open bets', open)
  endAccount(state, account, meta.recordedAt)
  account.closingSince = null
}
