// The body of an event: its payload with the metadata, and the kind of stream that each type belongs to.
import type { EventData, Role } from './payloads.ts'

export type Meta = {
  readonly actor: { readonly id: string; readonly role: Role | 'system' }
  readonly session: string | null
  readonly command: { readonly id: string; readonly hash: string }
  readonly correlation: string
  readonly causation: string | null
  readonly at: string
  readonly recordedAt: string
  readonly reason: { readonly code: string; readonly text: string | null } | null
  /** The second admin who approved the command. */
  readonly approval?: { readonly by: string; readonly session: string }
  /** The desk's rules that decided this, by the hash of the last event on the desk's stream. */
  readonly configuration?: string
}

export type EventType = keyof EventData

type BodyOf<T extends EventType> = {
  readonly log: string
  readonly stream: string
  readonly version: number
  readonly type: T
  readonly schema: number
  readonly data: EventData[T]
  readonly meta: Meta
  readonly prev: string | null
}

export type Body = { [T in EventType]: BodyOf<T> }[EventType]

/** The part of a stream's name before the id. */
type StreamKind =
  | 'ledger'
  | 'account'
  | 'session'
  | 'fixture'
  | 'feed'
  | 'offer'
  | 'treasury'
  | 'desk'
  | 'notary'
  | 'backup'
  | 'account or fixture'

/** The types that the auditor folds, and the kind of stream that each belongs to. */
export const STREAM_OF: Readonly<Record<EventType, StreamKind>> = {
  LogStarted: 'ledger',
  AccountOpened: 'account',
  WelcomeGranted: 'account',
  FloatSet: 'account',
  AdminRemoved: 'account',
  FloatDayClosed: 'account',
  TransferSent: 'account',
  TransferReceived: 'account',
  TransferReturned: 'account',
  GoodwillPromised: 'account',
  GoodwillPaid: 'account',
  AccountBlocked: 'account',
  AccountUnblocked: 'account',
  PasswordChanged: 'account',
  EmailChanged: 'account',
  SecondFactorEnabled: 'account',
  SecondFactorDisabled: 'account',
  SecondFactorRemoved: 'account',
  RecoveryCodesRenewed: 'account',
  SessionsEnded: 'account',
  SignedIn: 'session',
  SignedOut: 'session',
  SignInsFailed: 'session',
  PersonalDataViewed: 'session',
  PlayLimitSet: 'account',
  BreakTaken: 'account',
  BetCapsSet: 'account',
  NoteAdded: 'account',
  RequestEnded: 'account',
  ClosingRequested: 'account',
  ClosingCancelled: 'account',
  AccountClosed: 'account',
  PersonalDataErased: 'account',
  BetPlaced: 'account',
  BetSettled: 'account',
  BetVoided: 'account',
  BetResettled: 'account',
  FixtureListed: 'fixture',
  ProviderIdLinked: 'fixture',
  FixtureMoved: 'fixture',
  ResultRecorded: 'fixture',
  ResultCorrected: 'fixture',
  FixtureAbandoned: 'fixture',
  MarketDecided: 'fixture',
  FixtureVoided: 'fixture',
  MarketReleased: 'fixture',
  FixturesKeptApart: 'fixture',
  SettlementAsked: 'account or fixture',
  SettlementApproved: 'account or fixture',
  SettlementDeclined: 'account or fixture',
  AuthorityUsed: 'account',
  QuotesPublished: 'feed',
  HousePriceSet: 'fixture',
  HousePriceWithdrawn: 'fixture',
  LeagueBlacklisted: 'offer',
  LeagueUnblacklisted: 'offer',
  GamesOfTheDaySaved: 'offer',
  TreasuryDrawn: 'treasury',
  TreasuryDrawRequested: 'treasury',
  TreasuryDrawApproved: 'treasury',
  TreasuryDrawDeclined: 'treasury',
  SettingsSet: 'desk',
  BettingStopped: 'desk',
  BettingResumed: 'desk',
  LogKeyChanged: 'notary',
  BackupRestored: 'backup',
}
