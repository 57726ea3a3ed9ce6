// The payload of each type of event about a person: standing, access, play limits, caps and notes of the desk, and
// requests.

/** By type, in its newest schema version. */
export type PersonalEvents = {
  AccountBlocked: Record<string, never>
  AccountUnblocked: Record<string, never>
  PlayLimitSet: {
    readonly kind: 'stake' | 'loss'
    readonly period: 'day' | 'week' | 'month'
    readonly amountCents: number | null
    readonly effectiveAt: string
  }
  BreakTaken: { readonly kind: 'time-out' | 'self-exclusion'; readonly until: string | null }
  BetCapsSet: { readonly stakeCents?: number; readonly payoutCents?: number }
  NoteAdded: { readonly text: string }
  RequestEnded: {
    readonly request: string
    readonly kind: string
    readonly amountCents?: number
    readonly note?: string
    readonly outcome: 'done' | 'declined' | 'withdrawn'
  }
  ClosingRequested: Record<string, never>
  ClosingCancelled: Record<string, never>
  AccountClosed: Record<string, never>
  PersonalDataErased: {
    readonly rows: readonly { readonly kind: string; readonly count: number }[]
    readonly reasons: readonly string[]
  }
  PasswordChanged: { readonly password: string }
  EmailChanged: { readonly email?: string }
  SecondFactorEnabled: { readonly factor: string; readonly recoveryCodes: string }
  SecondFactorDisabled: Record<string, never>
  SecondFactorRemoved: Record<string, never>
  RecoveryCodesRenewed: { readonly recoveryCodes: string }
  SessionsEnded: { readonly session?: string }
  SignedIn: { readonly session: string; readonly secondFactor?: boolean }
  SignedOut: { readonly session: string; readonly others?: boolean }
  SignInsFailed: {
    readonly hour: string
    readonly passwords?: number
    readonly codes?: number
    readonly refused?: number
    readonly networks: number
  }
  PersonalDataViewed: { readonly what: string; readonly day: string }
}
