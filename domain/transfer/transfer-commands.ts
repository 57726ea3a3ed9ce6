// The commands about a transfer, on its sender's or its receiver's account.
import type { Ending } from '../closing/closing.ts'
import type { BalanceKind } from '../values.ts'
import type { TransferPurpose } from './transfer-events.ts'

/** Out of the admin's own float, to the wallet of `to`. */
export type Deposit = {
  readonly type: 'Deposit'
  readonly transfer: string
  readonly to: string
  readonly amountCents: number
  readonly purpose: 'create-user' | 'deposit'
  /** Whether the account of `to` is closing or closed, as read a moment ago. */
  readonly receiver?: Ending | undefined
}

/** Out of this wallet, to the float of the admin `to`. */
export type Withdraw = {
  readonly type: 'Withdraw'
  readonly transfer: string
  readonly to: string
  readonly amountCents: number
}

export type ReceiveTransfer = {
  readonly type: 'ReceiveTransfer'
  readonly transfer: string
  readonly sender: string
  readonly into: BalanceKind
  readonly amountCents: number
  readonly purpose: TransferPurpose
}

/** Only once it is certain that the receiver does not exist, and never will for this transfer. */
export type ReturnTransfer = { readonly type: 'ReturnTransfer'; readonly transfer: string }
