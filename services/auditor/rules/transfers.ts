// Checks transfers between accounts: sent on one stream, received on another or returned.
import { ledgerAccount } from '../book/book.ts'
import { type Findings, placeOf } from '../findings/findings.ts'
import type { Transfer } from '../replay/entities.ts'
import { type CheckContext, type EventCheck, justBefore } from '../replay/event-check.ts'
import type { State } from '../replay/state.ts'
import { accountOf, endingSince } from './accounts.ts'
import { balanceOf, expectBalance, payOwed } from './balances.ts'

export function sendTransfer(event: EventCheck<'TransferSent'>): void {
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
  if (data.from === 'wallet') checkPaidOutBy(event)
  if (data.from === 'wallet' && sender.owed.cents < 0) {
    findings.at(place, 'transfer_mismatch', 'no pay-out while a debt is open', sender.owed.cents, subject)
  }
  if (state.transfers.has(data.transfer)) {
    findings.at(place, 'transfer_repeated', 'a transfer id of its own', data.transfer, subject)
    return
  }
  checkReceiver(event)
  const transit = ledgerAccount('transit', data.transfer)
  state.transfers.set(data.transfer, {
    id: data.transfer,
    sender: sender.id,
    from: data.from,
    to: data.to,
    into: data.into,
    purpose: data.purpose,
    amountCents: data.amountCents,
    transit,
    sent: placeOf(place),
    sentAt: meta.at,
    sentRecordedAt: meta.recordedAt,
  })
  state.book.post(balanceOf(sender, data.from), transit, data.amountCents)
}

/**
 * Otherwise the float and the day of one admin would count what another one paid out. What is sent to nobody goes back.
 */
function checkPaidOutBy({ data, meta, place, findings, state, subject }: EventCheck<'TransferSent'>): void {
  const { id } = meta.actor
  if (data.to === id || state.accounts.peek(data.to) === undefined) return
  findings.at(place, 'transfer_mismatch', `to ${id}, who pays it out`, `to ${data.to}`, subject)
}

/** Nothing more may be sent to a bettor whose account is closed, or is to be; what is in it may be paid out. */
function checkReceiver({ data, meta, place, findings, state, subject }: EventCheck<'TransferSent'>): void {
  const receiver = state.accounts.peek(data.to)
  const ended = receiver?.role === 'user' ? endingSince(receiver) : null
  if (ended === null || ended >= justBefore(meta.recordedAt)) return
  findings.at(place, 'transfer_mismatch', 'to an account that stays', `to ${data.to}, ending since ${ended}`, subject)
}

/** Ends the transfer that an event names; null if it was not in transit, which is reported. */
function closeTransfer(event: EventCheck<'TransferReceived' | 'TransferReturned'>): Transfer | null {
  const { data, meta, place, findings, state, subject } = event
  const transfer = state.transfers.get(data.transfer)
  if (transfer === undefined) {
    findings.at(place, 'transfer_unknown', 'a transfer under way', data.transfer, subject)
    return null
  }
  if (data.amountCents !== transfer.amountCents) {
    const sent = `${transfer.amountCents} from ${transfer.sender}`
    findings.at(place, 'transfer_mismatch', sent, data.amountCents, subject)
  }
  const cause = `${transfer.sent.stream}@${transfer.sent.version}`
  if (meta.causation !== null && meta.causation !== cause) {
    findings.at(place, 'transfer_mismatch', `because of ${cause}`, meta.causation, subject)
  }
  state.transfers.delete(data.transfer)
  return transfer
}

export function receiveTransfer(event: EventCheck<'TransferReceived'>): void {
  const { data, meta, place, findings, state, subject } = event
  const account = accountOf(event)
  const transfer = closeTransfer(event)
  if (account === null || transfer === null) return
  const { sender, into, purpose, to } = transfer
  const sent = `from ${sender} to ${to}, into ${into}, for ${purpose}`
  const arrived = `from ${data.sender} to ${subject}, into ${data.into}, for ${data.purpose}`
  if (sent !== arrived) findings.at(place, 'transfer_mismatch', sent, arrived, subject)
  const admin = into === 'wallet' ? sender : to
  if (meta.actor.role !== 'system' && meta.actor.id !== admin) {
    findings.at(place, 'transfer_mismatch', `received for ${admin}`, `by ${meta.actor.id}`, subject)
  }
  // money that arrives for a removed admin goes on to the treasury; for a bettor it stays in the wallet
  const isRemoved = account.closed && account.role !== 'user'
  if (data.forwarded !== isRemoved) {
    const expected = isRemoved ? 'forwarded' : 'not forwarded'
    findings.at(place, 'transfer_mismatch', expected, data.forwarded ? 'forwarded' : 'not forwarded', subject)
  }
  expectBalance(event, account, data.into)
  const { book } = state
  book.post(transfer.transit, balanceOf(account, data.into), data.amountCents)
  payOwed(event, account, data.into === 'wallet' ? data.amountCents : 0, data.owedPaidCents)
  if (data.forwarded) book.post(account.float, book.treasury, data.amountCents)
}

export function returnTransfer(event: EventCheck<'TransferReturned'>): void {
  const { data, place, findings, state, subject } = event
  const account = accountOf(event)
  const transfer = closeTransfer(event)
  if (account === null || transfer === null) return
  const sent = `to ${transfer.sender}, into ${transfer.from}`
  const back = `to ${subject}, into ${data.into}`
  if (sent !== back) findings.at(place, 'transfer_mismatch', sent, back, subject)
  checkNobodyTookIt(event, transfer.to)
  state.book.post(transfer.transit, balanceOf(account, data.into), data.amountCents)
  payOwed(event, account, data.into === 'wallet' ? data.amountCents : 0, data.owedPaidCents)
}

/** Every account takes what it is sent, a closed one too: money goes back only if there is none. */
function checkNobodyTookIt({ meta, place, findings, state, subject }: CheckContext, to: string): void {
  const receiver = state.accounts.peek(to)
  if (receiver === undefined || receiver.openedRecordedAt > justBefore(meta.recordedAt)) return
  findings.at(place, 'transfer_mismatch', `received by ${to}, which was there`, `returned to ${subject}`, subject)
}

/**
 * Reports transfers that were sent before `waitedSince`, in system time. Null: all, since nothing is in transit once
 * the product has stopped.
 */
export function findStuckTransfers(state: State, findings: Findings, waitedSince: string | null): void {
  for (const transfer of state.transfers.values()) {
    if (waitedSince !== null && transfer.sentRecordedAt >= waitedSince) continue
    const expected = waitedSince === null ? 'arrived: the product has stopped' : 'arrived within a minute'
    findings.at(transfer.sent, 'transfer_stuck', expected, `in transit: ${transfer.id}`, transfer.sender)
  }
}
