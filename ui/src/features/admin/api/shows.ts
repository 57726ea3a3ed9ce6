// What a query of the back office shows, as pushes name it: it is asked again where events of these kinds came.
import type { AuditKind } from '#services/contract/contract.ts'

/** The `meta` of a query. A query without it is asked again whatever came. */
export const shows = (...kinds: AuditKind[]) => ({ shows: kinds })

/** Only as its own interval, or an action, says. */
export const followsNoEvents = shows()
/** How often what does not follow events is asked for: the feed grows old by itself. */
export const FEED_EVERY_MS = 30_000
