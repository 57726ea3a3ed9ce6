// Quotes of tests that were published before they are bet on, as those of the product are: without that, an audit of a log in
// which somebody bets finds fault with every leg.
import type { Quote } from '#domain/bet/bet-events.ts'
import type { FeedCommand } from '#domain/feed/commands.ts'
import type { FeedRecorder } from '../port.ts'
import { publishBatch } from '../seals/publish-batch.ts'
import { sealedBatch } from '../seals/sealed-batch.ts'

/** Publishes one batch and returns the version that it has on the feed's stream. */
export type Publish = (feed: string, command: FeedCommand) => number | Promise<number>

/** The same quotes with their seals: one batch for each league. `fetchedAt`: business time; the day is its day. */
export async function sealed(quotes: readonly Quote[], fetchedAt: string, publish: Publish): Promise<Quote[]> {
  const found = new Map<Quote, Quote>()
  for (const [league, batch] of Map.groupBy(quotes, (quote) => quote.league)) {
    const { feed, command, sealsAt } = sealedBatch(league, new Date(fetchedAt), batch)
    const seals = sealsAt(await publish(feed, command))
    for (const [index, quote] of batch.entries()) found.set(quote, { ...quote, seal: seals[index]! })
  }
  return quotes.map((quote) => found.get(quote)!)
}

/** Publishes on a log, as the feed does. The ids are made of what is published: the same quotes make the same bytes. */
export const publishOn =
  (feeds: FeedRecorder): Publish =>
  (feed, command) =>
    publishBatch(feeds, feed, command)
