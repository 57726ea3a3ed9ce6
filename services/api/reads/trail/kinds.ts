// What every type of event is about. The trail is filtered by these kinds, and updates pushed to the back office name
// them. A type without a kind does not compile.
import type { DomainEvent } from '#domain/events.ts'
import { AUDIT_KINDS, type AuditKind } from '#services/contract/contract.ts'

export const KINDS: Readonly<Record<DomainEvent['type'], AuditKind>> = {
  LogStarted: 'desk',
  LogKeyChanged: 'desk',
  BackupRestored: 'desk',
  AccountOpened: 'people',
  AccountBlocked: 'people',
  AccountUnblocked: 'people',
  PasswordChanged: 'people',
  EmailChanged: 'people',
  SecondFactorEnabled: 'people',
  SecondFactorDisabled: 'people',
  SecondFactorRemoved: 'people',
  RecoveryCodesRenewed: 'people',
  SessionsEnded: 'people',
  SignedIn: 'access',
  SignedOut: 'access',
  SignInsFailed: 'access',
  PersonalDataViewed: 'views',
  RequestEnded: 'people',
  ClosingRequested: 'people',
  ClosingCancelled: 'people',
  AccountClosed: 'people',
  PersonalDataErased: 'people',
  WelcomeGranted: 'money',
  FloatSet: 'money',
  AdminRemoved: 'people',
  FloatDayClosed: 'desk',
  TreasuryDrawn: 'money',
  TreasuryDrawRequested: 'money',
  TreasuryDrawApproved: 'money',
  TreasuryDrawDeclined: 'money',
  GoodwillPromised: 'money',
  GoodwillPaid: 'money',
  TransferSent: 'money',
  TransferReceived: 'money',
  TransferReturned: 'money',
  BetPlaced: 'bets',
  BetSettled: 'settlement',
  BetVoided: 'settlement',
  BetResettled: 'settlement',
  PlayLimitSet: 'play',
  BreakTaken: 'play',
  BetCapsSet: 'desk',
  NoteAdded: 'desk',
  SettingsSet: 'desk',
  BettingStopped: 'desk',
  BettingResumed: 'desk',
  SettlementAsked: 'desk',
  SettlementApproved: 'desk',
  SettlementDeclined: 'desk',
  AuthorityUsed: 'desk',
  FixtureListed: 'games',
  ProviderIdLinked: 'games',
  FixtureMoved: 'games',
  ResultRecorded: 'games',
  ResultCorrected: 'games',
  FixtureAbandoned: 'games',
  MarketDecided: 'games',
  FixtureVoided: 'games',
  MarketReleased: 'games',
  FixturesKeptApart: 'games',
  HousePriceSet: 'offer',
  HousePriceWithdrawn: 'offer',
  LeagueBlacklisted: 'offer',
  LeagueUnblacklisted: 'offer',
  GamesOfTheDaySaved: 'offer',
  QuotesPublished: 'prices',
}

/** In the order of KINDS. */
export const typesOf = (kinds: readonly AuditKind[]): string[] =>
  Object.entries(KINDS).flatMap(([type, kind]) => (kinds.includes(kind) ? [type] : []))

/** Each kind once. `types`: as announced by the projector; undefined if anything may have changed. */
export function kindsOf(types: readonly string[] | undefined): ReadonlySet<AuditKind> {
  // a type that only a newer process knows may also have changed anything
  if (types === undefined || !types.every((type) => Object.hasOwn(KINDS, type))) return new Set(AUDIT_KINDS)
  return new Set((types as (keyof typeof KINDS)[]).map((type) => KINDS[type]))
}
