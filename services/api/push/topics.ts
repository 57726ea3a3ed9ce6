// The topics of an event stream, as in its address.
import { Id } from '#domain/values.ts'
import type { Topics } from './client.ts'

/** Events that one stream may follow. */
const EVENTS_MAX = 50

const NAMED: ReadonlySet<string> = new Set(['live', 'me', 'admin', 'ticker'])

/**
 * Parses 'live,event:ID,me,admin,ticker'; null if it is anything else. An event with what is no id is none that anything could be told
 * of: it costs the others nothing, and null is left where there are none.
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
