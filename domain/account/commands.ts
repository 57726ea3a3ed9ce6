// The commands on an account. Ids, quotes, outcomes and limits are part of them: the decider needs nothing else.
//
//   command          decided on        events
//   OpenAccount      the new user      AccountOpened, and with it TransferReceived or WelcomeGranted
//   CreateAdmin      the new admin     AccountOpened, FloatSet    or an auditor, without a float
//   SetAdminBalance  the admin         FloatSet
//   RaiseFloat       the admin         FloatSet            what was drawn from the treasury
//   RemoveAdmin      the admin         AdminRemoved               or the auditor
//   CloseFloatDay    the admin         FloatDayClosed
//   Deposit          the admin         TransferSent        float -> transit
//   Withdraw         the user          TransferSent        wallet -> transit
//   ReceiveTransfer  the receiver      TransferReceived    transit -> wallet or float
//   ReturnTransfer   the sender        TransferReturned    transit -> back
//   BlockUser        the account       AccountBlocked
//   UnblockUser      the account       AccountUnblocked
//   ChangePassword   the account       PasswordChanged
//   ChangeEmail      the account       EmailChanged
//   EnableSecondFactor, DisableSecondFactor, RenewRecoveryCodes, RemoveSecondFactor, EndSessions
//                    the account       SecondFactorEnabled, SecondFactorDisabled, RecoveryCodesRenewed,
//                                      SecondFactorRemoved, SessionsEnded
//   SetPlayLimit     the bettor        PlayLimitSet
//   TakeBreak        the bettor        BreakTaken
//   SetBetCaps       the bettor        BetCapsSet
//   AddNote          the bettor        NoteAdded
//   EndRequest       who asked         RequestEnded
//   RequestClosing   the bettor        ClosingRequested
//   CancelClosing    the bettor        ClosingCancelled
//   CloseAccount     the bettor        AccountClosed
//   ErasePersonalData  the bettor      PersonalDataErased
//   PromiseGoodwill  the admin         GoodwillPromised
//   PayGoodwill      the bettor        GoodwillPaid        house -> wallet
//   UseAuthority     the admin         AuthorityUsed
//   PlaceBet         the bettor        BetPlaced
//   SettleBet        the bettor        BetSettled
//   ResettleBet      the bettor        BetResettled
//   VoidBet          the bettor        BetVoided, or BetResettled
//   AskSettlement    the bettor        SettlementAsked
//   ApproveSettlement  the bettor      SettlementApproved, and what was asked for
//   DeclineSettlement  the bettor      SettlementDeclined
import type {
  DisableSecondFactor,
  EnableSecondFactor,
  EndSessions,
  RemoveSecondFactor,
  RenewRecoveryCodes,
} from '../access/access-commands.ts'
import type {
  ApproveBetSettlement,
  AskableOnBet,
  PlaceBet,
  ResettleBet,
  SettleBet,
  VoidBet,
} from '../bet/bet-commands.ts'
import type { CancelClosing, CloseAccount, RequestClosing } from '../closing/closing-commands.ts'
import type { AddNote, SetBetCaps } from '../customer/customer-commands.ts'
import type { ErasePersonalData } from '../erasure/erasure-commands.ts'
import type { CloseFloatDay } from '../float/float-commands.ts'
import type { AskSettlement, DeclineSettlement, UseAuthority } from '../four-eyes/four-eyes-commands.ts'
import type { PayGoodwill, PromiseGoodwill } from '../goodwill/goodwill-commands.ts'
import type { SetPlayLimit, TakeBreak } from '../play/play-commands.ts'
import type { EndRequest } from '../request/request-commands.ts'
import type { Deposit, ReceiveTransfer, ReturnTransfer, Withdraw } from '../transfer/transfer-commands.ts'
import type { TransferPurpose } from '../transfer/transfer-events.ts'
import type { Role } from '../values.ts'

/** Commitments to the user name and the password. */
export type Commitments = {
  /** To the name as it was typed; without `nameAsTyped`, to its normal form. */
  readonly username: string
  readonly password: string
  /** Absent if the name was claimed before commitments were to the name as typed. */
  readonly nameAsTyped?: true
}

/** `openedBy`: an admin's account id, 'sign-up' or 'setup'. */
export type OpenAccount = Commitments & {
  readonly type: 'OpenAccount'
  readonly role: 'user'
  readonly openedBy: string
  /** False if nobody declared it; a person who denies being of age gets no account. */
  readonly ageAttested: boolean
  /** 0 for none. */
  readonly welcomeGrantCents: number
  /** The transfer that the creating admin sent ahead; it is received in the same append. */
  readonly receive: {
    readonly transfer: string
    readonly sender: string
    readonly amountCents: number
    readonly purpose: TransferPurpose
  } | null
}

export type CreateAdmin = Commitments & {
  readonly type: 'CreateAdmin'
  readonly role: Exclude<Role, 'user'>
  readonly openedBy: string
  /**
   * The first float, from the treasury; above 0 only if a super admin creates the admin. 0 for an auditor, who has
   * none.
   */
  readonly floatCents: number
}

export type SetAdminBalance = { readonly type: 'SetAdminBalance'; readonly floatCents: number }

/** Raises the float by what a draw on the treasury granted. */
export type RaiseFloat = { readonly type: 'RaiseFloat'; readonly draw: string; readonly amountCents: number }

export type RemoveAdmin = { readonly type: 'RemoveAdmin' }

export type BlockUser = { readonly type: 'BlockUser' }
export type UnblockUser = { readonly type: 'UnblockUser' }

/** `password`: the new commitment. */
export type ChangePassword = {
  readonly type: 'ChangePassword'
  readonly password: string
  /** The commitment that the old password was checked against; null if the old one was not required. */
  readonly replaces: string | null
}

/** Commitments to addresses; null for no address. */
export type ChangeEmail = {
  readonly type: 'ChangeEmail'
  readonly email: string | null
  /** The commitment that was in force when the change was requested. */
  readonly replaces: string | null
}

export type AccountCommand =
  | OpenAccount
  | CreateAdmin
  | SetAdminBalance
  | RaiseFloat
  | RemoveAdmin
  | CloseFloatDay
  | Deposit
  | Withdraw
  | ReceiveTransfer
  | ReturnTransfer
  | BlockUser
  | UnblockUser
  | ChangePassword
  | ChangeEmail
  | EnableSecondFactor
  | DisableSecondFactor
  | RenewRecoveryCodes
  | RemoveSecondFactor
  | EndSessions
  | SetPlayLimit
  | TakeBreak
  | PromiseGoodwill
  | PayGoodwill
  | SetBetCaps
  | AddNote
  | EndRequest
  | RequestClosing
  | CancelClosing
  | CloseAccount
  | ErasePersonalData
  | PlaceBet
  | SettleBet
  | ResettleBet
  | VoidBet
  | AskSettlement<AskableOnBet>
  | ApproveBetSettlement
  | DeclineSettlement
  | UseAuthority
