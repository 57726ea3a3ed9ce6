// The events of a transfer between two accounts: sent on one stream, received on the other or returned on the first.
// These are storage contracts: a published version never changes (a test compares its schema).
import { z } from 'zod'
import { BalanceKind, Cents, Id, PositiveCents } from '../values.ts'

export const TransferPurpose = z.enum(['create-user', 'deposit', 'withdrawal'])
export type TransferPurpose = z.infer<typeof TransferPurpose>
/** Money has left this account, and is in transit until it is received or returned. */
export const TransferSent = z.strictObject({
  transfer: Id,
  from: BalanceKind,
  to: Id,
  into: BalanceKind,
  amountCents: PositiveCents,
  purpose: TransferPurpose,
})
export type TransferSent = z.infer<typeof TransferSent>
/**
 * `owedPaidCents`: how much of it paid off debt first. `forwarded`: a removed admin's receipt went on to the treasury.
 */
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
