// Money that is issued, granted and moved between accounts: the lines of each event, and what they must agree with.
import { ledgerAccount } from '../book/accounts.ts'
import type { BalanceKind } from '../events/shapes.ts'
import type { Findings } from '../findings.ts'
import type { Account, Judged, Judging, State, Transfer } from '../state.ts'
import { accountOf } from './accounts.ts'

const balanceOf = (account: Account, purse: BalanceKind) => (purse === 'wallet' ? account.wallet : account.float)
const hasBalance = (account: Account, purse: BalanceKind) => (purse === 'wallet') === (account.role === 'user')

function expectBalance({ place, findings }: Judging, account: Account, purse: BalanceKind): void {
  if (hasBalance(account, purse)) return
  findings.at(place, 'purse_mismatch', account.role === 'user' ? 'wallet' : 'float', purse, account.id)
}

/** Every credit to a wallet pays what is owed first. `owedPaidCents`: what the event says that it paid. */
export function payOwed(event: Judging, account: Account, creditCents: number, owedPaidCents: number): void {
  const debt = Math.max(0, -account.owed.cents)
  const due = Math.min(debt, creditCents)
  if (owedPaidCents !== due) event.findings.at(event.place, 'owed_mismatch', due, owedPaidCents, account.id)
  event.state.book.post(account.wallet, account.owed, owedPaidCents)
}

export function grantWelcome(event: Judged<'WelcomeGranted'>): void {
  const account = accountOf(event)
  if (account === null) return
  expectBalance(event, account, 'wallet')
  const { place, findings } = event
  // the version before it is the opening: so there is one at most
  if (place.version !== 1) findings.at(place, 'grant_misplaced', 'version 1', `version ${place.version}`, account.id)
  const { book } = event.state
  book.post(book.grants, account.wallet, event.data.amountCents)
}

export function setFloat(event: Judged<'FloatSet'>): void {
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
  const { book } = state
  const difference = data.afterCents - data.beforeCents
  if (difference > 0) book.post(book.treasury, account.float, difference)
  else book.post(account.float, book.treasury, -difference)
}

export function sendTransfer(event: Judged<'TransferSent'>): void {
  const { data, meta, place, findings, state, subject } = event
  const sender = accountOf(event)
  if (sender === null) return
  expectBalance(event, sender, data.from)
  const into = data.from === 'float' ? 'wallet' : 'float'
  const purpose = data.purpose === 'withdrawal' ? 'wallet' : 'float'
  if (data.into !== into) findings.at(place, 'transfer_mismatch', `into ${into}`, data.into, subject)
  if (data.from !== purpose) findings.at(place, 'transfer_mismatch', `from ${purpose}`, data.from, subject)
  if (data.to === subject) findings.at(place, 'transfer_mismatch', 'another account', data.to, subject)
  if (data.from === 'float' && meta.actor.role !== 'system' && meta.actor.id !== subject) {
    findings.at(place, 'actor_implausible', 'the owner of the float', meta.actor.id, subject)
  }
  if (state.transfers.has(data.transfer)) {
    findings.at(place, 'transfer_repeated', 'a transfer id of its own', data.transfer, subject)
    return
  }
  const transit = ledgerAccount('transit', data.transfer)
  const { number, position, stream, version } = place
  state.transfers.set(data.transfer, {
    id: data.transfer,
    sender,
    from: data.from,
    to: data.to,
    into: data.into,
    purpose: data.purpose,
    amountCents: data.amountCents,
    transit,
    sent: { number, position, stream, version },
    sentAt: meta.at,
    sentRecordedAt: meta.recordedAt,
  })
  state.book.post(balanceOf(sender, data.from), transit, data.amountCents)
}

/** The transfer that an event ends; it is no longer under way. */
function closeTransfer(event: Judged<'TransferReceived' | 'TransferReturned'>): Transfer | null {
  const { data, place, findings, state, subject } = event
  const transfer = state.transfers.get(data.transfer)
  if (transfer === undefined) {
    findings.at(place, 'transfer_unknown', 'a transfer under way', data.transfer, subject)
    return null
  }
  if (data.amountCents !== transfer.amountCents) {
    findings.at(place, 'transfer_mismatch', transfer.amountCents, data.amountCents, subject)
  }
  state.transfers.delete(data.transfer)
  return transfer
}

export function receiveTransfer(event: Judged<'TransferReceived'>): void {
  const { data, place, findings, state, subject } = event
  const account = accountOf(event)
  const transfer = closeTransfer(event)
  if (account === null || transfer === null) return
  const { sender, into, purpose, to } = transfer
  const sent = `from ${sender.id} to ${to}, into ${into}, for ${purpose}`
  const arrived = `from ${data.sender} to ${subject}, into ${data.into}, for ${data.purpose}`
  if (sent !== arrived) findings.at(place, 'transfer_mismatch', sent, arrived, subject)
  // no event closes an account yet, so nothing is passed on to the treasury
  if (data.forwarded) findings.at(place, 'transfer_mismatch', 'not forwarded', 'forwarded', subject)
  expectBalance(event, account, data.into)
  const { book } = state
  book.post(transfer.transit, balanceOf(account, data.into), data.amountCents)
  payOwed(event, account, data.into === 'wallet' ? data.amountCents : 0, data.owedPaidCents)
  if (data.forwarded) book.post(account.float, book.treasury, data.amountCents)
}

export function returnTransfer(event: Judged<'TransferReturned'>): void {
  const { data, place, findings, state, subject } = event
  const account = accountOf(event)
  const transfer = closeTransfer(event)
  if (account === null || transfer === null) return
  const sent = `to ${transfer.sender.id}, into ${transfer.from}`
  const back = `to ${subject}, into ${data.into}`
  if (sent !== back) findings.at(place, 'transfer_mismatch', sent, back, subject)
  state.book.post(transfer.transit, balanceOf(account, data.into), data.amountCents)
  payOwed(event, account, data.into === 'wallet' ? data.amountCents : 0, data.owedPaidCents)
}

/** No transfer is under way for long while the product runs, and none when it has stopped. */
export function findStuckTransfers(state: State, findings: Findings, waitedSince: string | null): void {
  for (const transfer of state.transfers.values()) {
    if (waitedSince !== null && transfer.sentRecordedAt >= waitedSince) continue
    const expected = waitedSince === null ? 'arrived: the product has stopped' : 'arrived within a minute'
    findings.at(transfer.sent, 'transfer_stuck', expected, `in transit: ${transfer.id}`, transfer.sender.id)
  }
}
