// The events of a feed, on the stream `feed-<id>` of one league and one UTC day of business time.
import { z } from 'zod'
import { Hash, Instant, Text } from '../values.ts'
import type { Newest } from '../versions/newest.ts'

export const feedStream = (feed: string) => `feed-${feed}`

/**
 * A batch of new or changed quotes, published before any of them could be bet on. What its leaves contain is in
 * quote-leaf.ts.
 */
export const QuotesPublished = z.strictObject({
  /** The provider's league key, 'soccer_epl'. */
  league: Text,
  /** The UTC day of `fetchedAt`: '2026-11-20'. */
  day: z.string().regex(/^\d{4}-\d\d-\d\d$/),
  fetchedAt: Instant,
  /** The number of leaves of the tree, and its root (RFC 6962). */
  size: z.int().min(1).max(1_048_576),
  root: Hash,
})
export type QuotesPublished = z.infer<typeof QuotesPublished>

export const feedEvents = { QuotesPublished: { 1: QuotesPublished } } as const

export type FeedEvent = Newest<typeof feedEvents>
