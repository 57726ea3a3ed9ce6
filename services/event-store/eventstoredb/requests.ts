// What is asked of the server.
import type { EncodedEvent } from '../port.ts'
import type { StreamPattern } from './names.ts'
import type { AppendRequest, ReadRequest } from './protocol.ts'

const NOTHING = {}
/** The bytes are JSON, and the server's own tools may show them; nothing but bytes is written or read here. */
const CONTENT_TYPE = 'application/json'
/** Events that the server looks at in one go for one that passes a filter; 32 where nothing is said. */
const SEARCH_WINDOW = 10_000

type Direction = 'forwards' | 'backwards'
/** By the stream's name or by the event's type. */
export type Filter = { readonly stream: StreamPattern } | { readonly type: { readonly prefixes: readonly string[] } }

/** One append: `revision` of the last event that must be there, -1 where there must be no stream. `stream` as on the server. */
export function appendRequest(
  correlation: string,
  stream: string,
  revision: number,
  events: readonly EncodedEvent[],
): AppendRequest & { readonly isFinal: true } {
  return {
    correlation: { text: correlation },
    target: { stream: streamName(stream), ...(revision < 0 ? { noStream: NOTHING } : { revision }) },
    events: events.map(({ id, type, body }) => ({
      id: { text: id },
      metadata: { type, 'content-type': CONTENT_TYPE },
      data: Buffer.from(body),
    })),
    isFinal: true,
  }
}

/** A read of one stream, from `from` on, that one included; `from` null: from its end. */
export function readStreamRequest(
  stream: string,
  from: number | null,
  direction: Direction,
  count?: number,
): ReadRequest {
  const start = from === null ? { end: NOTHING } : { revision: from }
  return readRequest({
    stream: { stream: streamName(stream), ...start },
    direction,
    ...limit(count),
    noFilter: NOTHING,
  })
}

/** A read of all streams from a position on, that one included; null: from the start, or the end where backwards. */
export function readAllRequest(
  from: string | null,
  direction: Direction,
  filter: Filter | null,
  count?: number,
): ReadRequest {
  return readRequest({ all: allFrom(from, direction), direction, ...limit(count), ...selection(filter) })
}

/** All streams from after a position on, and what comes. */
export function subscribeRequest(after: string, filter: Filter): ReadRequest {
  const direction = 'forwards'
  return readRequest({ all: allFrom(after, direction), direction, subscription: NOTHING, ...selection(filter) })
}

function readRequest(options: object): ReadRequest {
  return { options: { ...options, uuids: { text: NOTHING } } }
}

const limit = (count = Number.MAX_SAFE_INTEGER) => ({ count })

const streamName = (name: string) => ({ utf8: Buffer.from(name) })

function allFrom(position: string | null, direction: Direction) {
  if (position !== null) return { position: { commit: position, prepare: position } }
  return direction === 'forwards' ? { start: NOTHING } : { end: NOTHING }
}

function selection(filter: Filter | null) {
  if (filter === null) return { noFilter: NOTHING }
  // a subscription says where it is each time it has looked at so many
  return { filter: { ...filter, window: SEARCH_WINDOW, checkpointInterval: 1 } }
}
