// The state of a feed, and its fold.
import type { Recorded } from '../aggregate.ts'
import { type CommandMemory, emptyCommandMemory, rememberCommand } from '../command-memory.ts'
import type { FeedEvent } from './events.ts'

export type RecordedFeedEvent = Recorded<FeedEvent>

export type FeedState = CommandMemory & {
  /** Of the first batch; null before it. */
  subject: { readonly league: string; readonly day: string } | null
  /** Version of the last event folded, -1 for none. */
  version: number
}

export const initialFeed = (): FeedState => ({ subject: null, version: -1, ...emptyCommandMemory() })

/** Rough size of a state in bytes, in constant time, for caches that are bounded by it. */
export const feedBytes = (state: FeedState): number => 500 + 300 * state.commands.size

/** Folds one event of the feed's stream. Throws on a type that it does not know. */
export function evolveFeed(state: FeedState, event: RecordedFeedEvent): void {
  if (event.type !== 'QuotesPublished') throw new Error(`unknown event on a feed: ${event.type satisfies never}`)
  const { league, day } = event.data
  state.subject ??= { league, day }
  state.version = event.version
  rememberCommand(state, event, 0)
}
