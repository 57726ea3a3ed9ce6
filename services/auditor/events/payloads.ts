// The payload of each type of event, by the auditor's own reading of the published schemas.
import type { PersonalEvents } from './personal-payloads.ts'

export type Role = 'user' | 'admin' | 'super-admin' | 'auditor'
export type BalanceKind = 'wallet' | 'float'
export type Purpose = 'create-user' | 'deposit' | 'withdrawal'

/** The place of a quote in a batch that was published before. `path`: see `rootOfPath`. */
export type Seal = {
  readonly feed: string
  readonly version: number
  readonly index: number
  readonly size: number
  readonly path: string
}

export type StruckLeg = {
  readonly fixture: string
  readonly fixtureVersion: number
  readonly league: string
  readonly startsAt: string
  readonly inPlay?: boolean
  readonly market: string
  readonly point?: string
  readonly selection: string
  readonly selectionName: string
  readonly drawOffered?: boolean
  readonly odds: string
  /** The odds that the bettor saw, if they were not `odds`. */
  readonly seen?: string
  readonly bookmaker: string
  readonly quotedAt: string
  readonly fetchedAt: string
  readonly message?: string
  readonly seal?: Seal
  readonly price?: number
}

export type Grade = 'won' | 'half-won' | 'void' | 'half-lost' | 'lost'

export type LegSettled = {
  readonly leg: number
  readonly fixture: string
  readonly result: number
  readonly grade: Grade
  readonly voidReason?: string
  readonly factor: string
}

export type BetOutcome = 'won' | 'lost' | 'refunded'

export type Settlement = {
  readonly rule: number
  readonly outcome: BetOutcome
  readonly returnCents: number
  readonly owedPaidCents: number
  readonly legs: readonly LegSettled[]
}

export type Score = { readonly home: number; readonly away: number }

type Result = {
  readonly score: Score | null
  readonly regulation?: Score
  readonly periods?: readonly (Score & { readonly name: string })[]
  readonly source: 'feed' | 'admin'
  readonly reads: readonly { readonly readAt: string; readonly message: string }[]
  readonly closedAt: string
}

export type SelectionDecided = { readonly selection: string; readonly point?: string; readonly grade: Grade }

/** By selection. */
export type HousePriceOdds = { readonly home: string; readonly draw?: string; readonly away: string }

export type Policy = 'within-10-percent' | 'better' | 'none' | 'any'

type Draw = {
  readonly draw: string
  readonly account: string
  readonly amountCents: number
  readonly budgetCents: number
  readonly replaces?: string
}
type DrawDecided = {
  readonly draw: string
  readonly account: string
  readonly amountCents: number
  readonly requestedBy: string
}
/** Without `fixture`: all betting. Without `market`: all markets of the fixture. */
export type StopScope = { readonly fixture?: string; readonly market?: string }

/** By type, in its newest schema version. */
export type EventData = PersonalEvents & {
  LogStarted: { readonly log: string; readonly currency: string }
  AccountOpened: {
    readonly role: Role
    readonly username: string
    readonly password: string
    readonly openedBy: string
    readonly ageAttested: boolean
  }
  WelcomeGranted: { readonly amountCents: number }
  FloatSet: {
    readonly beforeCents: number
    readonly afterCents: number
    readonly draw?: string
  }
  AdminRemoved: { readonly floatCents: number }
  TreasuryDrawn: Draw
  TreasuryDrawRequested: Draw & { readonly usedCents: number }
  TreasuryDrawApproved: DrawDecided
  TreasuryDrawDeclined: DrawDecided
  TransferSent: {
    readonly transfer: string
    readonly from: BalanceKind
    readonly to: string
    readonly into: BalanceKind
    readonly amountCents: number
    readonly purpose: Purpose
  }
  TransferReceived: {
    readonly transfer: string
    readonly sender: string
    readonly into: BalanceKind
    readonly amountCents: number
    readonly purpose: Purpose
    readonly owedPaidCents: number
    readonly forwarded: boolean
  }
  TransferReturned: {
    readonly transfer: string
    readonly into: BalanceKind
    readonly amountCents: number
    readonly owedPaidCents: number
  }
  FloatDayClosed: {
    readonly day: string
    readonly openingCents: number
    readonly closingCents: number
    readonly through: number
  }
  GoodwillPromised: { readonly goodwill: string; readonly to: string; readonly amountCents: number }
  GoodwillPaid: {
    readonly goodwill: string
    readonly by: string
    readonly amountCents: number
    readonly owedPaidCents: number
  }
  BetPlaced: {
    readonly bet: string
    readonly stakeCents: number
    readonly legs: readonly StruckLeg[]
    readonly odds: string
    readonly potentialReturnCents: number
    readonly policy: Policy
    readonly seenParlayOdds?: string
    /** Only in version 1: how many odds it states as seen. */
    readonly seenCount?: number
    readonly limits: {
      readonly minStakeCents: number
      readonly maxPayoutCents: number
      readonly maxLegs: number
      readonly personal?: readonly { readonly limit: string; readonly value: number }[]
    }
    readonly delay?: { readonly requestedAt: string }
  }
  BetSettled: Settlement & { readonly bet: string; readonly stakeCents: number }
  BetVoided: { readonly bet: string; readonly stakeCents: number; readonly owedPaidCents: number }
  BetResettled: {
    readonly bet: string
    readonly replaces: number
    readonly stakeCents: number
    readonly reversedReturnCents: number
    readonly reversedOwedPaidCents: number
    readonly shortfallCents: number
    readonly settlement: Settlement | null
  }
  FixtureListed: {
    readonly source: 'feed' | 'house'
    readonly providerId: string | null
    readonly league: string
    readonly home: string
    readonly away: string
    readonly startsAt: string
  }
  ProviderIdLinked: { readonly providerId: string }
  FixtureMoved: { readonly from: string; readonly to: string }
  ResultRecorded: Result
  ResultCorrected: Result & { readonly replaces: number }
  FixtureAbandoned: { readonly closedAt: string; readonly why: string }
  QuotesPublished: {
    readonly league: string
    readonly day: string
    readonly fetchedAt: string
    readonly size: number
    readonly root: string
  }
  HousePriceSet: HousePriceOdds
  HousePriceWithdrawn: Record<string, never>
  LeagueBlacklisted: { readonly league: string }
  LeagueUnblacklisted: { readonly league: string }
  GamesOfTheDaySaved: { readonly fixtures: readonly string[] }
  SettlementAsked: {
    readonly request: string
    readonly command: string
    readonly bet?: string
    readonly market?: string
    readonly score?: Score | null
    readonly regulation?: Score
    readonly selections?: readonly SelectionDecided[]
    readonly movesCents: number
    readonly aboveCents: number
    readonly leftCents?: number
  }
  AuthorityUsed: { readonly decision: string; readonly movesCents: number; readonly perDayCents: number }
  SettlementApproved: { readonly request: string; readonly askedBy: string }
  SettlementDeclined: { readonly request: string; readonly askedBy: string }
  FixtureVoided: { readonly market?: string }
  MarketReleased: {
    readonly market: string
    readonly why: string
    readonly since: string
    readonly move?: { readonly selection: string; readonly point?: string; readonly from: string; readonly to: string }
  }
  FixturesKeptApart: { readonly newer: string; readonly why: string }
  SettingsSet: {
    readonly settings: readonly {
      readonly setting: string
      readonly before?: number | string
      readonly after: number | string
    }[]
  }
  LogKeyChanged: {
    readonly key: string
    readonly replaces: string
    readonly why: 'rotated' | 'lost' | 'compromised'
    readonly signed: number
    readonly endorsement?: string
    readonly trustedTo?: number
  }
  BackupRestored: {
    readonly takenAt: string
    readonly events: number
    readonly hash: string
    readonly root: string
    readonly by: string
    readonly lost?: string
  }
  BettingStopped: StopScope
  BettingResumed: StopScope
  MarketDecided: { readonly market: string; readonly selections: readonly SelectionDecided[] }
}
