// What can have happened to a transfer between two accounts: sent on one stream, received or returned on the other.
// These are storage contracts: a published version never changes (its schema is compared in the tests).
import { z } from 'zod'
import { BalanceKind, Cents, Id, PositiveCents } from '../values.ts'

export const TransferPurpose = z.enum(['create-user', 'deposit', 'withdrawal'])
export type TransferPurpose = z.infer<typeof TransferPurpose>
/** Money has left this account and is in transit until the other side receives or returns it. */
export const TransferSent = z.strictObject({
  transfer: Id,
  from: BalanceKind,
  to: Id,
  into: BalanceKind,
  amountCents: PositiveCents,
  purpose: TransferPurpose,
})
export type TransferSent = z.infer<typeof TransferSent>
/** `owedPaidCents` of it paid a debt first; a closed admin's receipt goes on to the treasury (`forwarded`). */
export const TransferReceived = z.strictObject({
  transfer: Id,
  sender: Id,
  into: BalanceKind,
  amountCents: PositiveCents,
  purpose: TransferPurpose,
  owedPaidCents: Cents,
  forwarded: z.boolean(),
})
export type TransferReceived = z.infer<typeof TransferReceived>
/** The receiver does not exist: the money is back where it came from. */
export const TransferReturned = z.strictObject({
  transfer: Id,
  into: BalanceKind,
  amountCents: PositiveCents,
  owedPaidCents: Cents,
})

export const transferEvents = {
  TransferSent: { 1: TransferSent },
  TransferReceived: { 1: TransferReceived },
  TransferReturned: { 1: TransferReturned },
} as const
