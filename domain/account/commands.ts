// What can be asked of an account. Ids, quotes, outcomes and limits arrive with the command: deciding needs nothing else.
//
//   command          decided on        answered with
//   OpenAccount      the new user      AccountOpened, and with it TransferReceived or WelcomeGranted
//   CreateAdmin      the new admin     AccountOpened, FloatSet
//   SetAdminBalance  the admin         FloatSet
//   Deposit          the admin         TransferSent        float -> transit
//   Withdraw         the user          TransferSent        wallet -> transit
//   ReceiveTransfer  the receiver      TransferReceived    transit -> wallet or float
//   ReturnTransfer   the sender        TransferReturned    transit -> back
//   BlockUser        the account       AccountBlocked
//   UnblockUser      the account       AccountUnblocked
//   ChangePassword   the account       PasswordChanged
//   PlaceBet         the bettor        BetPlaced
//   SettleBet        the bettor        BetSettled
//   VoidBet          the bettor        BetVoided
import type { FixtureOutcome } from '../settlement/outcome.ts'
import type { BalanceKind, Role } from '../values.ts'
import type { Leg, Limits, OddsPolicy, TransferPurpose } from './events.ts'

/** `username`, `password`: commitments. `openedBy`: an admin's account id, or how else it came to be. */
export type OpenAccount = {
  readonly type: 'OpenAccount'
  readonly role: 'user'
  readonly username: string
  readonly password: string
  readonly openedBy: string
  /** False where nobody said so; who denies it has no account. */
  readonly ageAttested: boolean
  /** 0: none. */
  readonly welcomeGrantCents: number
  /** The transfer that the creating admin has sent ahead: received in the same append. */
  readonly receive: {
    readonly transfer: string
    readonly sender: string
    readonly amountCents: number
    readonly purpose: TransferPurpose
  } | null
}

export type CreateAdmin = {
  readonly type: 'CreateAdmin'
  readonly role: Exclude<Role, 'user'>
  readonly username: string
  readonly password: string
  readonly openedBy: string
  /** The first float, from the treasury. */
  readonly floatCents: number
}

export type SetAdminBalance = { readonly type: 'SetAdminBalance'; readonly floatCents: number }

/** Out of the admin's own float, towards the wallet of `to`. */
export type Deposit = {
  readonly type: 'Deposit'
  readonly transfer: string
  readonly to: string
  readonly amountCents: number
  readonly purpose: 'create-user' | 'deposit'
}

/** Out of this wallet, towards the float of the admin `to`. */
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

/** Only once it is certain that the receiver does not exist and never will under this transfer. */
export type ReturnTransfer = { readonly type: 'ReturnTransfer'; readonly transfer: string }

export type BlockUser = { readonly type: 'BlockUser' }
export type UnblockUser = { readonly type: 'UnblockUser' }

/** `password`: the new commitment. */
export type ChangePassword = {
  readonly type: 'ChangePassword'
  readonly password: string
  /** The commitment that the old password was checked against; null where nobody was asked for the old one. */
  readonly replaces: string | null
}

export type PlacedLeg = {
  readonly fixture: string
  readonly selection: string
  readonly selectionName: string
  /** What the bettor saw. */
  readonly seenOdds: string
  /** What the server has now: struck as it stands; null where the selection is suspended or gone. */
  readonly quote: Leg | null
  /** The fixture has ended or was abandoned. */
  readonly closed: boolean
}

/** `bet` is a fresh random id. */
export type PlaceBet = {
  readonly type: 'PlaceBet'
  readonly bet: string
  readonly stakeCents: number
  readonly policy: OddsPolicy
  readonly legs: readonly PlacedLeg[]
  /** Of a parlay, the odds of all of it that the bettor saw, in digits; absent where nothing was said of them. */
  readonly seenParlayOdds?: string
  readonly limits: Limits
}

/** `outcomes`: what is known of the legs' fixtures, read fresh; in any order, other fixtures are ignored. */
export type SettleBet = {
  readonly type: 'SettleBet'
  readonly bet: string
  readonly outcomes: readonly FixtureOutcome[]
}

/** By hand. `outcomes` as in SettleBet: once one of its fixtures has ended, only a super admin voids a bet. */
export type VoidBet = {
  readonly type: 'VoidBet'
  readonly bet: string
  readonly outcomes: readonly FixtureOutcome[]
}

export type AccountCommand =
  | OpenAccount
  | CreateAdmin
  | SetAdminBalance
  | Deposit
  | Withdraw
  | ReceiveTransfer
  | ReturnTransfer
  | BlockUser
  | UnblockUser
  | ChangePassword
  | PlaceBet
  | SettleBet
  | VoidBet

/** Detail of the refusal `odds_changed`: every leg of the bet, in its order. */
export type OddsChanges = {
  readonly changes: readonly OddsChange[]
  /** The text for a parlay whose legs would have been taken, but do not come to the odds seen. */
  readonly parlay?: string
}

export type OddsChange = {
  readonly fixture: string
  readonly selection: string
  readonly selectionName: string
  readonly oldOdds: string
  /** What is offered now; null where nothing is. */
  readonly newOdds: string | null
  /** Whether this leg would have been taken. */
  readonly valid: boolean
  /** The specification's text for it. */
  readonly error: string
}

/** Detail of the refusal `event_closed`. */
export type ClosedLeg = { readonly fixture: string; readonly selectionName: string }
