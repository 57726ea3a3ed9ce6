// A batch of quotes under one root: what is published of it, and, after that, the seal of each quote.
import canonicalize from 'canonicalize'
import type { Seal } from '#domain/bet/bet-events.ts'
import type { PublishQuotes } from '#domain/feed/commands.ts'
import { type QuoteLeaf, quoteLeaf } from '#domain/feed/quote-leaf.ts'
import { leafHash } from '#services/merkle/hashes.ts'
import { merkleTree } from '#services/merkle/merkle-tree.ts'
import { dayOf, feedIdOf } from './feed-id.ts'

export type SealedBatch = {
  readonly feed: string
  readonly command: PublishQuotes
  /**
   * The seals of the quotes, in their order, once the batch has been published as this version of the feed's stream.
   */
  sealsAt(version: number): Seal[]
}

/** `quotes`: at least one, all of one league. `fetchedAt` decides the day. */
export function sealedBatch(league: string, fetchedAt: Date, quotes: readonly QuoteLeaf[]): SealedBatch {
  const day = dayOf(fetchedAt)
  const feed = feedIdOf(league, day)
  const { size, root, path } = merkleTree(quotes.map((quote) => leafHash(canonicalize(quoteLeaf(quote))!)))
  return {
    feed,
    command: {
      type: 'PublishQuotes',
      league,
      day,
      fetchedAt: fetchedAt.toISOString(),
      size,
      root: root.toString('hex'),
    },
    sealsAt: (version) =>
      quotes.map((_, index) => ({ feed, version, index, size, path: path(index).toString('base64url') })),
  }
}
