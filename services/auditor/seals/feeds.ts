// Published quotes: each batch on the feed of its league and day, by the product.
import { hash } from 'node:crypto'
import type { EventCheck } from '../replay/event-check.ts'
import { isDay } from './published-quotes.ts'

/** The id of the feed of a league and a UTC day. */
export const feedOf = (league: string, day: string): string =>
  hash('sha256', `fairbook feed\u0000${league}\u0000${day}`).slice(0, 32)

export function publishQuotes(event: EventCheck<'QuotesPublished'>): void {
  const { data, meta, place, subject, state, findings } = event
  const { league, day, fetchedAt, size, root } = data
  const due = feedOf(league, day)
  if (subject !== due) findings.at(place, 'feed_mismatch', `feed-${due}, of ${league} on ${day}`, `feed-${subject}`)
  if (fetchedAt.slice(0, 10) !== day || !isDay(day)) findings.at(place, 'feed_mismatch', `fetched on ${day}`, fetchedAt)
  if (fetchedAt > meta.at) findings.at(place, 'feed_mismatch', `fetched by ${meta.at}`, fetchedAt)
  if (meta.actor.role !== 'system') findings.at(place, 'actor_implausible', 'the product', meta.actor.id, meta.actor.id)
  if (isDay(day)) state.published.add(subject, place.version, league, day, { root, size })
}
