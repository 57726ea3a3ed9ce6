// Every command on an account, and its decider. Where several refusals apply, the first of them in refusals.ts is
// given.
import { decideEndSessions } from '../access/end-sessions.ts'
import {
  decideDisableSecondFactor,
  decideEnableSecondFactor,
  decideRemoveSecondFactor,
  decideRenewRecoveryCodes,
} from '../access/second-factor.ts'
import { decidePlaceBet } from '../bet/place-bet.ts'
import { decideResettleBet } from '../bet/resettle-bet.ts'
import { decideSettleBet } from '../bet/settle-bet.ts'
import { decideVoidBet } from '../bet/void-bet.ts'
import { decideCancelClosing, decideCloseAccount, decideRequestClosing } from '../closing/closing.ts'
import { decideAddNote } from '../customer/add-note.ts'
import { decideSetBetCaps } from '../customer/bet-caps.ts'
import type { Decision } from '../decision.ts'
import { decideErasePersonalData } from '../erasure/erase.ts'
import { decideCloseFloatDay } from '../float/close-float-day.ts'
import { decideApproval, decideAsk, decideDecline } from '../four-eyes/asked-settlements.ts'
import { decideUseAuthority } from '../four-eyes/authority.ts'
import { decidePayGoodwill, decidePromiseGoodwill } from '../goodwill/goodwill.ts'
import type { CommandMeta } from '../meta.ts'
import { decideSetPlayLimit } from '../play/set-limit.ts'
import { decideTakeBreak } from '../play/take-break.ts'
import { refuse } from '../refusals.ts'
import { decideEndRequest } from '../request/end-request.ts'
import { decideReceiveTransfer, decideReturnTransfer } from '../transfer/receive-transfer.ts'
import { decideDeposit, decideWithdraw } from '../transfer/send-transfer.ts'
import { decideRaiseFloat, decideRemoveAdmin, decideSetAdminBalance } from './admin-float.ts'
import { decideBlockUser, decideUnblockUser } from './blocking.ts'
import type { AccountCommand } from './commands.ts'
import { decideChangeEmail } from './email.ts'
import type { AccountEvent } from './events.ts'
import { decideChangePassword } from './password.ts'
import { decideCreateAdmin, decideOpenAccount } from './registration.ts'
import type { AccountState } from './state.ts'

/** The commands with a text about the person. */
const WRITES_ABOUT: ReadonlySet<AccountCommand['type']> = new Set<AccountCommand['type']>([
  'AddNote',
  'EndRequest',
  'SetBetCaps',
])

/** The commands that auditors may give: those about how they sign in. */
const OF_AUDITORS: ReadonlySet<AccountCommand['type']> = new Set([
  'ChangePassword',
  'EnableSecondFactor',
  'DisableSecondFactor',
  'RenewRecoveryCodes',
])

/**
 * Decides a command on the state of one account. Repeats are recognised before this, by the command id in
 * `state.commands`. A command whose effect is already in the state is accepted without events, so it is safe to decide
 * it again.
 */
export function decideAccount(command: AccountCommand, meta: CommandMeta, state: AccountState): Decision<AccountEvent> {
  if (meta.actor.role === 'auditor' && !OF_AUDITORS.has(command.type)) return refuse('read_only')
  // the owner of a closed account can do nothing on it any more
  if (state.closed && meta.actor.role === 'user' && meta.actor.id === state.id) return refuse('account_closed')
  // nothing personal may be stored again about an erased person
  if (state.erased && WRITES_ABOUT.has(command.type)) return refuse('account_erased')
  switch (command.type) {
    case 'PlaceBet':
      return decidePlaceBet(command, meta, state)
    case 'SettleBet':
      return decideSettleBet(command, meta, state)
    case 'ResettleBet':
      return decideResettleBet(command, meta, state)
    case 'VoidBet':
      return decideVoidBet(command, meta, state)
    case 'AskSettlement': {
      const { type: _, command: asked, ...amounts } = command
      const waits = { command: asked.type, bet: asked.bet, ...amounts }
      return decideAsk(waits, meta, state, decideAccount(asked, meta, state))
    }
    case 'ApproveSettlement':
      return decideApproval(command.request, meta, state, ({ data }, asking) => {
        const type = data.command === 'ResettleBet' ? 'ResettleBet' : 'VoidBet'
        return decideAccount({ type, bet: data.bet ?? '', outcomes: command.outcomes }, asking, state)
      })
    case 'DeclineSettlement':
      return decideDecline(command.request, meta, state)
    case 'UseAuthority':
      return decideUseAuthority(command, meta, state)
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
    case 'ChangeEmail':
      return decideChangeEmail(command, meta, state)
    case 'EnableSecondFactor':
      return decideEnableSecondFactor(command, meta, state)
    case 'DisableSecondFactor':
      return decideDisableSecondFactor(command, meta, state)
    case 'RenewRecoveryCodes':
      return decideRenewRecoveryCodes(command, meta, state)
    case 'RemoveSecondFactor':
      return decideRemoveSecondFactor(command, meta, state)
    case 'EndSessions':
      return decideEndSessions(command, meta, state)
    case 'SetPlayLimit':
      return decideSetPlayLimit(command, meta, state)
    case 'TakeBreak':
      return decideTakeBreak(command, meta, state)
    case 'SetBetCaps':
      return decideSetBetCaps(command, meta, state)
    case 'AddNote':
      return decideAddNote(command, meta, state)
    case 'EndRequest':
      return decideEndRequest(command, meta, state)
    case 'RequestClosing':
      return decideRequestClosing(meta, state)
    case 'CancelClosing':
      return decideCancelClosing(meta, state)
    case 'CloseAccount':
      return decideCloseAccount(meta, state)
    case 'ErasePersonalData':
      return decideErasePersonalData(command, meta, state)
    case 'PromiseGoodwill':
      return decidePromiseGoodwill(command, meta, state)
    case 'PayGoodwill':
      return decidePayGoodwill(command, meta, state)
    case 'SetAdminBalance':
      return decideSetAdminBalance(command, meta, state)
    case 'RaiseFloat':
      return decideRaiseFloat(command, meta, state)
    case 'RemoveAdmin':
      return decideRemoveAdmin(meta, state)
    case 'CloseFloatDay':
      return decideCloseFloatDay(command, meta, state)
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
