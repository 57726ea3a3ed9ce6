// The feed of one league and day as an aggregate: which batches of quotes were published before they could be bet on.
import type { Aggregate } from '../aggregate.ts'
import type { FeedCommand } from './commands.ts'
import { decideFeed } from './decide.ts'
import { type FeedEvent, feedStream } from './events.ts'
import { evolveFeed, type FeedState, feedBytes, initialFeed } from './state.ts'

export const feedAggregate: Aggregate<FeedState, FeedCommand, FeedEvent> = {
  stream: feedStream,
  initial: initialFeed,
  evolve: evolveFeed,
  decide: decideFeed,
  balanceCents: () => 0,
  bytes: feedBytes,
}
