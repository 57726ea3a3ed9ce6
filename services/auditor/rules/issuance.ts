// Checks money that enters the ledger: welcome grants and admins' floats.
import type { EventCheck } from '../replay/event-check.ts'
import { accountOf } from './accounts.ts'
import { expectBalance } from './balances.ts'
import { checkGrant } from './desk/rules.ts'
import { checkRaise } from './desk/treasury.ts'

export function grantWelcome(event: EventCheck<'WelcomeGranted'>): void {
  const account = accountOf(event)
  if (account === null) return
  expectBalance(event, account, 'wallet')
  checkGrant(event)
  const { place, findings } = event
  // version 0 is the opening, so there is at most one grant
  if (place.version !== 1) findings.at(place, 'grant_misplaced', 'version 1', `version ${place.version}`, account.id)
  const { book } = event.state
  book.post(book.grants, account.wallet, event.data.amountCents)
}

export function setFloat(event: EventCheck<'FloatSet'>): void {
  const { data, meta, place, findings, state } = event
  const account = accountOf(event)
  if (account === null) return
  expectBalance(event, account, 'float')
  if (data.beforeCents !== account.float.cents) {
    findings.at(place, 'before_mismatch', account.float.cents, data.beforeCents, account.id)
  }
  const byPlainAdmin = meta.actor.role === 'admin' || meta.actor.role === 'user'
  if (byPlainAdmin && (meta.actor.id === account.id || account.role === 'super-admin')) {
    findings.at(place, 'actor_implausible', 'a super admin', meta.actor.role, meta.actor.id)
  }
  // a removed admin's float passes on what comes back to it
  const isOfProduct = data.draw !== undefined || account.closed || (place.version === 1 && account.openedBy === 'setup')
  if (meta.actor.role === 'system' && !isOfProduct) {
    findings.at(place, 'actor_implausible', 'a person, as it is no draw', meta.actor.id, account.id)
  }
  const { book } = state
  const difference = data.afterCents - data.beforeCents
  if (difference === 0) findings.at(place, 'float_repeated', 'another amount', data.afterCents, account.id)
  checkRaise(event, account, difference)
  if (difference > 0) book.post(book.treasury, account.float, difference)
  else book.post(account.float, book.treasury, -difference)
}
