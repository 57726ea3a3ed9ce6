// Every command on an account: who may, whether it can be done, and the events that say it was.
// A refusal is the first in the list of refusals.ts that applies.
import type { CommandMeta, Decision } from '../commands.ts'
import { decidePlaceBet, decideSettleBet, decideVoidBet } from './bets.ts'
import type { AccountCommand } from './commands.ts'
import type { AccountEvent } from './events.ts'
import { decideChangePassword } from './password.ts'
import { decideBlockUser, decideCreateAdmin, decideOpenAccount, decideUnblockUser } from './standing.ts'
import type { AccountState } from './state.ts'
import {
  decideDeposit,
  decideReceiveTransfer,
  decideReturnTransfer,
  decideSetAdminBalance,
  decideWithdraw,
} from './wallet.ts'

export type { AccountCommand } from './commands.ts'

/**
 * Decides on the state of one account. The caller has looked the command id up in `state.commands` before; deciding a
 * command again on a state that already has its effect is accepted with no events where the contract says so.
 */
export function decideAccount(command: AccountCommand, meta: CommandMeta, state: AccountState): Decision<AccountEvent> {
  switch (command.type) {
    case 'PlaceBet':
      return decidePlaceBet(command, meta, state)
    case 'SettleBet':
      return decideSettleBet(command, meta, state)
    case 'VoidBet':
      return decideVoidBet(command, meta, state)
    case 'OpenAccount':
      return decideOpenAccount(command, meta, state)
    case 'CreateAdmin':
      return decideCreateAdmin(command, meta, state)
    case 'BlockUser':
      return decideBlockUser(meta, state)
    case 'UnblockUser':
      return decideUnblockUser(meta, state)
    case 'ChangePassword':
      return decideChangePassword(command, meta, state)
    case 'SetAdminBalance':
      return decideSetAdminBalance(command, meta, state)
    case 'Deposit':
      return decideDeposit(command, meta, state)
    case 'Withdraw':
      return decideWithdraw(command, meta, state)
    case 'ReceiveTransfer':
      return decideReceiveTransfer(command, state)
    case 'ReturnTransfer':
      return decideReturnTransfer(command, state)
  }
}
