// Money that leaves an account: a deposit out of an admin's float, a withdrawal out of a bettor's wallet. A transfer is
// sent on one stream and received on another; between the two it is in transit. A transfer that a crash interrupted is
// resumed.
import type { AccountEvent } from '../account/events.ts'
import { hasAdminRights, holdsFloat } from '../account/permissions.ts'
import type { AccountState } from '../account/state.ts'
import { refusalOfReceiver } from '../closing/closing.ts'
import { ALREADY_DONE, accept, type Decision } from '../decision.ts'
import type { CommandMeta } from '../meta.ts'
import { refuse } from '../refusals.ts'
import type { BalanceKind } from '../values.ts'
import { isTransferAmount } from './transfer-amount.ts'
import type { Deposit, Withdraw } from './transfer-commands.ts'

type AccountDecision = Decision<AccountEvent>

export function decideDeposit(command: Deposit, meta: CommandMeta, state: AccountState): AccountDecision {
  const { transfer, to, amountCents, purpose } = command
  if (state.opened === null) return refuse('account_missing')
  const repeated = decideRepeatedTransfer(state, command, 'float')
  if (repeated !== null) return repeated
  if (state.closed) return refuse('account_closed')
  if (state.blocked) return refuse('account_blocked')
  // a float is spent by its owner, or by the product on the owner's behalf
  const mayDeposit = meta.actor.id === state.id || meta.actor.role === 'system'
  if (!holdsFloat(state.opened) || !mayDeposit) return refuse('not_an_admin')
  if (to === state.id) return refuse('own_account')
  const ending = refusalOfReceiver(command.receiver)
  if (ending !== null) return ending
  if (!isTransferAmount(amountCents, 1)) return refuse('amount_invalid')
  if (amountCents > state.floatCents) return refuse('float_too_small')
  const data = { transfer, from: 'float', to, into: 'wallet', amountCents, purpose } as const
  return accept({ type: 'TransferSent', schema: 1, data })
}

/** From blocked and closed accounts too: an admin may always pay out a balance. */
export function decideWithdraw(command: Withdraw, meta: CommandMeta, state: AccountState): AccountDecision {
  const { transfer, to, amountCents } = command
  if (state.opened === null) return refuse('account_missing')
  const repeated = decideRepeatedTransfer(state, command, 'wallet')
  if (repeated !== null) return repeated
  if (!hasAdminRights(meta)) return refuse('not_an_admin')
  if (to === state.id) return refuse('own_account')
  if (!isTransferAmount(amountCents, 1)) return refuse('amount_invalid')
  if (state.owedCents > 0) return refuse('debt_outstanding')
  if (amountCents > state.walletCents) return refuse('balance_too_small')
  const data = { transfer, from: 'wallet', to, into: 'float', amountCents, purpose: 'withdrawal' } as const
  return accept({ type: 'TransferSent', schema: 1, data })
}

/**
 * A transfer id stands for one transfer for ever: a repeat is ALREADY_DONE, a different transfer under it is refused.
 */
function decideRepeatedTransfer(
  state: AccountState,
  requested: { transfer: string; to: string; amountCents: number },
  from: BalanceKind,
): AccountDecision | null {
  const sent = state.sent.get(requested.transfer)
  if (sent === undefined) return null
  const same = sent.from === from && sent.to === requested.to && sent.amountCents === requested.amountCents
  return same ? ALREADY_DONE : refuse('key_reused')
}
