// Money that arrives on an account: a transfer received, or one's own transfer returned because its receiver does not
// exist.
import { debtPaidBy } from '../account/debt.ts'
import type { AccountEvent } from '../account/events.ts'
import { type AccountState, isRemoved } from '../account/state.ts'
import { ALREADY_DONE, accept, type Decision } from '../decision.ts'
import { refuse } from '../refusals.ts'
import type { ReceiveTransfer, ReturnTransfer } from './transfer-commands.ts'

/**
 * Accepted by every account that exists, blocked and closed ones too; a removed admin's passes the money on to the
 * treasury.
 */
export function decideReceiveTransfer(command: ReceiveTransfer, state: AccountState): Decision<AccountEvent> {
  if (state.opened === null) return refuse('account_missing')
  const { transfer, sender, into, amountCents, purpose } = command
  if (state.received.has(transfer)) return ALREADY_DONE
  const owedPaidCents = into === 'wallet' ? debtPaidBy(state, amountCents) : 0
  const data = { transfer, sender, into, amountCents, purpose, owedPaidCents, forwarded: isRemoved(state) }
  return accept({ type: 'TransferReceived', schema: 1, data })
}

export function decideReturnTransfer(command: ReturnTransfer, state: AccountState): Decision<AccountEvent> {
  if (state.opened === null) return refuse('account_missing')
  const sent = state.sent.get(command.transfer)
  if (sent === undefined) return refuse('transfer_missing')
  if (sent.returned) return ALREADY_DONE
  const { from, amountCents } = sent
  const owedPaidCents = from === 'wallet' ? debtPaidBy(state, amountCents) : 0
  const data = { transfer: command.transfer, into: from, amountCents, owedPaidCents }
  const returned: AccountEvent = { type: 'TransferReturned', schema: 1, data }
  if (!isRemoved(state)) return accept(returned)
  const forwarded = { beforeCents: amountCents, afterCents: 0 }
  return accept<AccountEvent>(returned, { type: 'FloatSet', schema: 2, data: forwarded })
}
