// Quotes of tests that are published before they are bet on, as in the product: without that, an audit would report
// every leg.
import type { Quote } from '#domain/bet/bet-events.ts'
import type { FeedCommand } from '#domain/feed/commands.ts'
import type { FeedRecorder } from '../port.ts'
import { publishBatch } from '../seals/publish-batch.ts'
import { sealedBatch } from '../seals/sealed-batch.ts'

/** Publishes one batch and returns its version on the feed's stream. */
export type Publish = (feed: string, command: FeedCommand) => number | Promise<number>

/** The same quotes with their seals, one batch per league. `fetchedAt`: business time; decides the day. */
export async function sealed(quotes: readonly Quote[], fetchedAt: string, publish: Publish): Promise<Quote[]> {
  const found = new Map<Quote, Quote>()
  for (const [league, batch] of Map.groupBy(quotes, (quote) => quote.league)) {
    const { feed, command, sealsAt } = sealedBatch(league, new Date(fetchedAt), batch)
    const seals = sealsAt(await publish(feed, command))
    for (const [index, quote] of batch.entries()) found.set(quote, { ...quote, seal: seals[index]! })
  }
  return quotes.map((quote) => found.get(quote)!)
}

/**
 * Publishes on a log, as the feed does. Ids are derived from what is published, so that the same quotes give the same
 * bytes.
 */
export const publishOn =
  (feeds: FeedRecorder): Publish =>
  (feed, command) =>
    publishBatch(feeds, feed, command)
