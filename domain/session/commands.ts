// The commands on the sessions of an account.
//
//   command   events
//   SignIn    SignedIn
//   SignOut   SignedOut

/** `session`: its commitment. Both are of the account itself, or of the product that finishes what a crash left. */
export type SignIn = { readonly type: 'SignIn'; readonly session: string; readonly secondFactor: boolean }
/** `others`: all but `session`. */
export type SignOut = { readonly type: 'SignOut'; readonly session: string; readonly others: boolean }

export type SessionCommand = SignIn | SignOut
