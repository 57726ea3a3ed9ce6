// The requests to the server.
import type { EncodedEvent } from '../../port.ts'
import type { AppendRequest, ReadRequest } from './protocol.ts'
import type { StreamPattern } from './stream-names.ts'

const EMPTY = {}
/** Lets the server's own tools show the bytes, which are JSON. */
const CONTENT_TYPE = 'application/json'
/** Events that the server examines at a time for matches of a filter; its default is 32. */
const SEARCH_WINDOW = 10_000

type Direction = 'forwards' | 'backwards'
/** By the stream's name or by the event's type. */
export type Filter = { readonly stream: StreamPattern } | { readonly type: { readonly prefixes: readonly string[] } }

/** One append: `revision` of the last event that must exist, -1 if the stream must not exist. `stream` as on the server. */
export function appendRequest(
  correlation: string,
  stream: string,
  revision: number,
  events: readonly EncodedEvent[],
): AppendRequest & { readonly isFinal: true } {
  return {
    correlation: { text: correlation },
    target: { stream: streamName(stream), ...(revision < 0 ? { noStream: EMPTY } : { revision }) },
    events: events.map(({ id, type, body }) => ({
      id: { text: id },
      metadata: { type, 'content-type': CONTENT_TYPE },
      data: Buffer.from(body),
    })),
    isFinal: true,
  }
}

/** A read of one stream, starting with revision `from`; null: from its end. */
export function readStreamRequest(
  stream: string,
  from: number | null,
  direction: Direction,
  count?: number,
): ReadRequest {
  const start = from === null ? { end: EMPTY } : { revision: from }
  return readRequest({
    stream: { stream: streamName(stream), ...start },
    direction,
    ...limit(count),
    noFilter: EMPTY,
  })
}

/** A read of all streams, starting with the event at a position; null: from the start, or from the end if backwards. */
export function readAllRequest(
  from: string | null,
  direction: Direction,
  filter: Filter | null,
  count?: number,
): ReadRequest {
  return readRequest({ all: allFrom(from, direction), direction, ...limit(count), ...selection(filter) })
}

/** Events of all streams after a position, and new ones as they are written. */
export function subscribeRequest(after: string, filter: Filter): ReadRequest {
  const direction = 'forwards'
  return readRequest({ all: allFrom(after, direction), direction, subscription: EMPTY, ...selection(filter) })
}

function readRequest(options: object): ReadRequest {
  return { options: { ...options, uuids: { text: EMPTY } } }
}

const limit = (count = Number.MAX_SAFE_INTEGER) => ({ count })

const streamName = (name: string) => ({ utf8: Buffer.from(name) })

function allFrom(position: string | null, direction: Direction) {
  if (position !== null) return { position: { commit: position, prepare: position } }
  return direction === 'forwards' ? { start: EMPTY } : { end: EMPTY }
}

function selection(filter: Filter | null) {
  if (filter === null) return { noFilter: EMPTY }
  // a subscription reports its position each time it has examined a window
  return { filter: { ...filter, window: SEARCH_WINDOW, checkpointInterval: 1 } }
}
