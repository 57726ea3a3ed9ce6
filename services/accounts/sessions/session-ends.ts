// How processes hear that sessions ended: from the statement that ends them, so that no crash comes between.

/** NOTIFY channel; the payload is a SessionsEnded. */
export const SESSIONS_CHANNEL = 'fairbook_sessions'
/** Some or all sessions of an account, or what is known of those that go on. */
export type SessionsEnded = { readonly account: string }

/** Of a select: tells of the account whose id this SQL is. */
export const toldOf = (accountId: string): string =>
  `pg_notify('${SESSIONS_CHANNEL}', json_build_object('account', ${accountId})::text)`
/** A select that tells of the account `$1`. */
export const TELL_ENDED = `select ${toldOf('$1::text')}`
