// Tells pushes what a query of the back office shows: it is refetched when events of these kinds arrive.
import type { AuditKind } from '#services/contract/contract.ts'

/** The `meta` of a query. A query without it is refetched after any event. */
export const shows = (...kinds: AuditKind[]) => ({ shows: kinds })

/** Refetched only by its own interval, or by an action. */
export const followsNoEvents = shows()
/** The refetch interval of queries that depend on the feed, in milliseconds: feed data ages without any event. */
export const FEED_EVERY_MS = 30_000
