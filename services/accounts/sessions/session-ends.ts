// How processes hear that sessions ended: in the statement that ends them, so that no crash can come between.

/** NOTIFY channel; the payload is a SessionsEnded. */
export const SESSIONS_CHANNEL = 'fairbook_sessions'
/** Some or all sessions of the account have ended, or what is known of the others has changed. */
export type SessionsEnded = { readonly account: string }

/** An expression for a select that announces this about the account whose id the given SQL is. */
export const toldOf = (accountId: string): string =>
  `pg_notify('${SESSIONS_CHANNEL}', json_build_object('account', ${accountId})::text)`
/** A select that announces this about the account `$1`. */
export const TELL_ENDED = `select ${toldOf('$1::text')}`
