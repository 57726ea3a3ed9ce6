// The topics of an event stream, as in its URL.
import { Id } from '#domain/values.ts'
import type { Topics } from './client.ts'

/** How many events one stream may follow. */
const EVENTS_MAX = 50

/** What readTopics takes, for somebody who sent something else. */
export const TOPICS_TEXT = `must be one or more of: live, event:ID (at most ${EVENTS_MAX}), me, admin, ticker`

const NAMED: ReadonlySet<string> = new Set(['live', 'me', 'admin', 'ticker'])

/**
 * Parses 'live,event:ID,me,admin,ticker'. Null if it is anything else. An event topic whose id is malformed can match
 * no game, so it is left out; if no topic is left, the result is null.
 */
export function readTopics(text: string): Topics | null {
  const events = new Set<string>()
  const named = new Set<string>()
  for (const topic of text.split(',')) {
    if (NAMED.has(topic)) named.add(topic)
    else if (!topic.startsWith('event:')) return null
    else if (Id.safeParse(topic.slice(6)).success) events.add(topic.slice(6))
  }
  if (events.size > EVENTS_MAX || events.size + named.size === 0) return null
  return {
    live: named.has('live'),
    events,
    me: named.has('me'),
    admin: named.has('admin'),
    ticker: named.has('ticker'),
  }
}
