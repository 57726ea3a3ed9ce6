// The real server that tests run on, where there is one.

/** Connection string of a server without TLS, or null. */
export const SERVER_URL: string | null = process.env.EVENTSTORE_URL || null

/** For the names of tests that are skipped. */
export const WHY_SKIPPED = SERVER_URL === null ? ' (skipped: EVENTSTORE_URL is not set)' : ''
