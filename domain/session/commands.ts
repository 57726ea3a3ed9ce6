// The commands on the sessions of an account.
//
//   command               events
//   SignIn                SignedIn
//   SignOut               SignedOut
//   RecordFailedSignIns   SignInsFailed
//   RecordView            PersonalDataViewed
import type { View } from './views.ts'

/**
 * `session`: its commitment. Both are given by the account itself, or by the product to finish what a crash
 * interrupted.
 */
export type SignIn = { readonly type: 'SignIn'; readonly session: string; readonly secondFactor: boolean }
/** `others`: all sessions but `session`. */
export type SignOut = { readonly type: 'SignOut'; readonly session: string; readonly others: boolean }

/**
 * By the product alone, once the hour is over. `hour` is its beginning in system time; the counts have the bounds of
 * the event. At least one password or code was wrong.
 */
export type RecordFailedSignIns = {
  readonly type: 'RecordFailedSignIns'
  readonly hour: string
  readonly passwords: number
  readonly codes: number
  readonly refused: number
  readonly networks: number
}

/** By the person who is shown it: an admin, a super admin or an auditor. */
export type RecordView = { readonly type: 'RecordView'; readonly what: View }

export type SessionCommand = SignIn | SignOut | RecordFailedSignIns | RecordView
