import type { PublishQuotes } from '#domain/feed/commands.ts'
import { feedMeta } from '../feed-meta.ts'
import type { FeedRecorder } from '../port.ts'

/** Publishes a batch. Returns the version that it has on the feed's stream; throws if that is not known. */
export async function publishBatch(feeds: FeedRecorder, feed: string, command: PublishQuotes): Promise<number> {
  const key = `publish ${feed} ${command.fetchedAt} ${command.root}`
  const outcome = await feeds.execute(feed, command, feedMeta(key, command, command.fetchedAt))
  if (!outcome.accepted) throw new Error(`the quotes of ${feed} were not published: ${outcome.refusal.code}`)
  return outcome.events[0]!.version
}
