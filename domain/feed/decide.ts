// Every command on a feed. Only the product gives them, so a wrong one is a fault of ours and throws instead of being
// refused.
import { accept, type Decision } from '../decision.ts'
import type { CommandMeta } from '../meta.ts'
import type { FeedCommand } from './commands.ts'
import type { FeedEvent } from './events.ts'
import type { FeedState } from './state.ts'

/** Throws if the actor is not the product, or if league or day are not those of the stream. */
export function decideFeed(command: FeedCommand, meta: CommandMeta, { subject }: FeedState): Decision<FeedEvent> {
  const { league, day, fetchedAt, size, root } = command
  if (meta.actor.role !== 'system') throw new Error(`quotes are published by the product, not by ${meta.actor.role}`)
  if (!fetchedAt.startsWith(`${day}T`)) throw new Error(`quotes fetched at ${fetchedAt} are not of ${day}`)
  if (subject !== null && (subject.league !== league || subject.day !== day)) {
    throw new Error(`${league} of ${day} published as ${subject.league} of ${subject.day}`)
  }
  return accept({ type: 'QuotesPublished', schema: 1, data: { league, day, fetchedAt, size, root } })
}
