// Money that enters and leaves an account: floats, and the transfers between two accounts. A transfer leaves one stream
// and arrives on another; between the two it is in transit, and whatever a crash cut off is done again.
import type { CommandMeta, Decision } from '../commands.ts'
import { MAX_CENTS } from '../money.ts'
import { refuse } from '../refusals.ts'
import type { BalanceKind } from '../values.ts'
import type { Deposit, ReceiveTransfer, ReturnTransfer, SetAdminBalance, Withdraw } from './commands.ts'
import type { AccountEvent } from './events.ts'
import { accept, isAmount, isSuper, mayAdminister, NOTHING_TO_DO } from './standing.ts'
import type { AccountState } from './state.ts'

type Decided = Decision<AccountEvent>

/** What of a credit to the wallet pays a debt first. */
export function owedPaidOf(state: AccountState, amountCents: number): number {
  if (state.walletCents + amountCents > MAX_CENTS) throw new RangeError(`wallet of ${state.id} would exceed MAX_CENTS`)
  return Math.min(state.owedCents, amountCents)
}

export function decideSetAdminBalance(command: SetAdminBalance, meta: CommandMeta, state: AccountState): Decided {
  if (state.opened === null) return refuse('account_missing')
  if (state.opened.role === 'user' || !mayAdminister(meta)) return refuse('not_an_admin')
  const ownOrSuper = meta.actor.id === state.id || state.opened.role === 'super-admin'
  if (ownOrSuper && !isSuper(meta)) return refuse('super_admin_required')
  const { floatCents } = command
  if (!isAmount(floatCents, 0)) return refuse('amount_invalid')
  if (floatCents === state.floatCents) return NOTHING_TO_DO
  const data = { beforeCents: state.floatCents, afterCents: floatCents }
  return accept({ type: 'FloatSet', schema: 1, data })
}

export function decideDeposit(command: Deposit, meta: CommandMeta, state: AccountState): Decided {
  const { transfer, to, amountCents, purpose } = command
  if (state.opened === null) return refuse('account_missing')
  const again = sentBefore(state, command, 'float')
  if (again !== null) return again
  if (state.blocked) return refuse('account_blocked')
  // a float is spent by its owner, and by the product in the owner's name
  const spender = meta.actor.id === state.id || meta.actor.role === 'system'
  if (state.opened.role === 'user' || !spender) return refuse('not_an_admin')
  if (to === state.id) return refuse('own_account')
  if (!isAmount(amountCents, 1)) return refuse('amount_invalid')
  if (amountCents > state.floatCents) return refuse('float_too_small')
  const data = { transfer, from: 'float', to, into: 'wallet', amountCents, purpose } as const
  return accept({ type: 'TransferSent', schema: 1, data })
}

/** Blocked or not: an admin may always pay a balance out. */
export function decideWithdraw(command: Withdraw, meta: CommandMeta, state: AccountState): Decided {
  const { transfer, to, amountCents } = command
  if (state.opened === null) return refuse('account_missing')
  const again = sentBefore(state, command, 'wallet')
  if (again !== null) return again
  if (!mayAdminister(meta)) return refuse('not_an_admin')
  if (to === state.id) return refuse('own_account')
  if (!isAmount(amountCents, 1)) return refuse('amount_invalid')
  if (state.owedCents > 0) return refuse('debt_outstanding')
  if (amountCents > state.walletCents) return refuse('balance_too_small')
  const data = { transfer, from: 'wallet', to, into: 'float', amountCents, purpose: 'withdrawal' } as const
  return accept({ type: 'TransferSent', schema: 1, data })
}

/** A transfer id names one transfer for ever: the same again has nothing left to do, another under it is refused. */
function sentBefore(
  state: AccountState,
  asked: { transfer: string; to: string; amountCents: number },
  from: BalanceKind,
): Decided | null {
  const sent = state.sent.get(asked.transfer)
  if (sent === undefined) return null
  const same = sent.from === from && sent.to === asked.to && sent.amountCents === asked.amountCents
  return same ? NOTHING_TO_DO : refuse('key_reused')
}

/** Never refused by an account that exists, blocked or not. */
export function decideReceiveTransfer(command: ReceiveTransfer, state: AccountState): Decided {
  if (state.opened === null) return refuse('account_missing')
  const { transfer, sender, into, amountCents, purpose } = command
  if (state.received.has(transfer)) return NOTHING_TO_DO
  const owedPaidCents = into === 'wallet' ? owedPaidOf(state, amountCents) : 0
  const data = { transfer, sender, into, amountCents, purpose, owedPaidCents, forwarded: false }
  return accept({ type: 'TransferReceived', schema: 1, data })
}

export function decideReturnTransfer(command: ReturnTransfer, state: AccountState): Decided {
  if (state.opened === null) return refuse('account_missing')
  const sent = state.sent.get(command.transfer)
  if (sent === undefined) return refuse('transfer_missing')
  if (sent.returned) return NOTHING_TO_DO
  const { from, amountCents } = sent
  const owedPaidCents = from === 'wallet' ? owedPaidOf(state, amountCents) : 0
  const data = { transfer: command.transfer, into: from, amountCents, owedPaidCents }
  return accept({ type: 'TransferReturned', schema: 1, data })
}
