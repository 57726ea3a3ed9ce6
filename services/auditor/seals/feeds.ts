// Checks published quotes: each batch is on the feed stream of its league and day, and was published by the product.
import { hash } from 'node:crypto'
import { BoundedMap } from '../replay/bounded-map.ts'
import type { EventCheck } from '../replay/event-check.ts'
import { isDay } from './published-quotes.ts'

/** The ids of feeds that were looked up lately: each publishes hundreds of batches. */
const feeds = new BoundedMap<string, string>(1_000)

/** The id of the feed stream of a league and a UTC day of business time. */
function feedOf(league: string, day: string): string {
  const named = `${league}\u0000${day}`
  const known = feeds.get(named)
  if (known !== undefined) return known
  const id = hash('sha256', `fairbook feed\u0000${named}`).slice(0, 32)
  feeds.set(named, id)
  return id
}

export function publishQuotes(event: EventCheck<'QuotesPublished'>): void {
  const { data, meta, place, subject, state, findings } = event
  const { league, day, fetchedAt, size, root } = data
  const due = feedOf(league, day)
  if (subject !== due) findings.at(place, 'feed_mismatch', `feed-${due}, of ${league} on ${day}`, `feed-${subject}`)
  if (fetchedAt.slice(0, 10) !== day || !isDay(day)) findings.at(place, 'feed_mismatch', `fetched on ${day}`, fetchedAt)
  if (fetchedAt > meta.at) findings.at(place, 'feed_mismatch', `fetched by ${meta.at}`, fetchedAt)
  if (meta.actor.role !== 'system') findings.at(place, 'actor_implausible', 'the product', meta.actor.id, meta.actor.id)
  if (state.sealsTold === null && isDay(day)) state.published.add(subject, place.version, league, day, { root, size })
}
