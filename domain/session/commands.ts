// The commands on the sessions of an account.
//
//   command               events
//   SignIn                SignedIn
//   SignOut               SignedOut
//   RecordFailedSignIns   SignInsFailed
//   RecordView            PersonalDataViewed
import type { View } from './views.ts'

/** `session`: its commitment. Both are of the account itself, or of the product that finishes what a crash left. */
export type SignIn = { readonly type: 'SignIn'; readonly session: string; readonly secondFactor: boolean }
/** `others`: all but `session`. */
export type SignOut = { readonly type: 'SignOut'; readonly session: string; readonly others: boolean }

/**
 * Of the product alone, once the hour is over: `hour` is its beginning in system time, the counts are bounded as the event says. At
 * least one password or code was wrong.
 */
export type RecordFailedSignIns = {
  readonly type: 'RecordFailedSignIns'
  readonly hour: string
  readonly passwords: number
  readonly codes: number
  readonly refused: number
  readonly networks: number
}

/** Of whoever is shown it: an admin, a super admin or an auditor. */
export type RecordView = { readonly type: 'RecordView'; readonly what: View }

export type SessionCommand = SignIn | SignOut | RecordFailedSignIns | RecordView
