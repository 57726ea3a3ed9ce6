// The command on a feed.
import type { QuotesPublished } from './events.ts'

/** Fields as in QuotesPublished. */
export type PublishQuotes = { readonly type: 'PublishQuotes' } & Readonly<QuotesPublished>

export type FeedCommand = PublishQuotes
