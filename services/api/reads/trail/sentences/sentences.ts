// One sentence for every type of event: a new one without a sentence or a kind does not compile.
import type { AuditKind } from '#services/contract/contract.ts'
import * as access from './access.ts'
import * as accounts from './accounts.ts'
import * as bets from './bets.ts'
import * as customers from './customers.ts'
import * as desk from './desk.ts'
import * as floats from './floats.ts'
import * as fourEyes from './four-eyes.ts'
import * as games from './games.ts'
import * as offer from './offer.ts'
import type { EventType, Tell } from './sentence.ts'
import * as transfers from './transfers.ts'

export const SENTENCES: { readonly [T in EventType]: Tell<T> } = {
  ...access,
  ...accounts,
  ...bets,
  ...customers,
  ...desk,
  ...floats,
  ...fourEyes,
  ...games,
  ...offer,
  ...transfers,
}

/** What the trail is filtered by. */
export const KINDS: Readonly<Record<EventType, AuditKind>> = {
  LogStarted: 'desk',
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
  WelcomeGranted: 'money',
  FloatSet: 'money',
  AdminRemoved: 'people',
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
  FixtureListed: 'games',
  ProviderIdLinked: 'games',
  FixtureMoved: 'games',
  ResultRecorded: 'games',
  ResultCorrected: 'games',
  FixtureAbandoned: 'games',
  MarketDecided: 'games',
  FixtureVoided: 'games',
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
