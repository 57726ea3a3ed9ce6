// The payload of each type of event, in the auditor's own reading of the published schemas.

export type Role = 'user' | 'admin' | 'super-admin'
export type BalanceKind = 'wallet' | 'float'
export type Purpose = 'create-user' | 'deposit' | 'withdrawal'

export type StruckLeg = {
  readonly fixture: string
  readonly fixtureVersion: number
  readonly league: string
  readonly startsAt: string
  readonly inPlay: boolean
  readonly market: string
  readonly point: string | null
  readonly selection: string
  readonly selectionName: string
  readonly drawOffered: boolean
  readonly odds: string
  readonly bookmaker: string
  readonly quotedAt: string
  readonly fetchedAt: string
  readonly message: string
}

export type LegSettled = {
  readonly leg: number
  readonly fixture: string
  readonly result: number
  readonly grade: 'won' | 'lost' | 'void'
  readonly voidReason: 'late' | 'abandoned' | 'draw-not-offered' | 'not-completed' | null
  readonly factor: string
}

export type BetOutcome = 'won' | 'lost' | 'refunded'

type Result = {
  readonly home: number
  readonly away: number
  readonly source: 'feed' | 'admin'
  readonly reads: readonly { readonly readAt: string; readonly message: string }[]
  readonly closedAt: string
}

/** By type, in its newest schema version. */
export type EventData = {
  LogStarted: { readonly log: string; readonly currency: string }
  AccountOpened: {
    readonly role: Role
    readonly username: string
    readonly password: string
    readonly openedBy: string
    readonly ageAttested: boolean
  }
  WelcomeGranted: { readonly amountCents: number }
  FloatSet: { readonly beforeCents: number; readonly afterCents: number }
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
  AccountBlocked: Record<string, never>
  AccountUnblocked: Record<string, never>
  PasswordChanged: { readonly password: string }
  BetPlaced: {
    readonly bet: string
    readonly stakeCents: number
    readonly legs: readonly StruckLeg[]
    readonly odds: string
    readonly potentialReturnCents: number
    readonly policy: 'within-10-percent' | 'none'
    readonly seenOdds: readonly string[]
    readonly limits: { readonly minStakeCents: number; readonly maxPayoutCents: number; readonly maxLegs: number }
  }
  BetSettled: {
    readonly bet: string
    readonly rule: number
    readonly outcome: BetOutcome
    readonly stakeCents: number
    readonly returnCents: number
    readonly owedPaidCents: number
    readonly legs: readonly LegSettled[]
  }
  BetVoided: { readonly bet: string; readonly stakeCents: number; readonly owedPaidCents: number }
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
  FixtureAbandoned: { readonly closedAt: string; readonly why: 'not-completed' | 'cancelled' | 'by-hand' }
}
