// The requests to the server, as the bytes of a call. The field numbers are those of the server's public protocol;
// fields that are not named here are never sent.
import type { EncodedEvent } from '../../port.ts'
import { MessageWriter } from './message-writer.ts'
import type { StreamPattern } from './stream-names.ts'

/** Makes the server's own tools show the bytes, which are JSON. */
const CONTENT_TYPE = 'application/json'
/** Events that the server examines at a time for matches of a filter; its default is 32. */
const SEARCH_WINDOW = 10_000
/** An upper bound of the bytes of a message besides names and bodies, and of those of each event. */
const ROOM = 200
const BYTES_OF_A_CHARACTER = 3

const APPEND = { correlation: 1, target: 2, events: 3, isFinal: 4 } as const
const TARGET = { stream: 1, revision: 2, noStream: 3 } as const
const EVENT = { id: 1, metadata: 2, data: 4 } as const
const ENTRY = { key: 1, value: 2 } as const
const STREAM_NAME = 3
const ID_TEXT = 2

/**
 * One append. `revision`: that of the last event that must exist, -1 if the stream must not exist. `stream`: the name
 * on the server.
 */
export function appendRequest(
  correlation: string,
  stream: string,
  revision: number,
  events: readonly EncodedEvent[],
): Buffer {
  const lengths = events.map(({ body }) => Buffer.byteLength(body))
  const size = lengths.reduce((sum, length, at) => sum + length + events[at]!.type.length * BYTES_OF_A_CHARACTER, 0)
  const to = new MessageWriter(size + (events.length + 1) * ROOM + stream.length * BYTES_OF_A_CHARACTER)
  to.unsigned(APPEND.isFinal, 1)
  for (let at = events.length - 1; at >= 0; at--) writeEvent(to, events[at]!, lengths[at]!)
  writeTarget(to, stream, revision)
  writeId(to, APPEND.correlation, correlation)
  return to.framed()
}

function writeEvent(to: MessageWriter, { id, type, body }: EncodedEvent, length: number): void {
  const end = to.end
  to.text(EVENT.data, body, length)
  writeEntry(to, 'content-type', CONTENT_TYPE)
  writeEntry(to, 'type', type)
  writeId(to, EVENT.id, id)
  to.close(APPEND.events, end)
}

function writeEntry(to: MessageWriter, key: string, value: string): void {
  const end = to.end
  to.text(ENTRY.value, value)
  to.text(ENTRY.key, key)
  to.close(EVENT.metadata, end)
}

function writeId(to: MessageWriter, field: number, id: string): void {
  const end = to.end
  to.text(ID_TEXT, id)
  to.close(field, end)
}

function writeTarget(to: MessageWriter, stream: string, revision: number): void {
  const end = to.end
  if (revision < 0) to.mark(TARGET.noStream)
  else to.unsigned(TARGET.revision, revision)
  writeStream(to, stream)
  to.close(APPEND.target, end)
}

function writeStream(to: MessageWriter, stream: string): void {
  const end = to.end
  to.text(STREAM_NAME, stream)
  to.close(TARGET.stream, end)
}

const OPTIONS = {
  stream: 1,
  all: 2,
  direction: 3,
  count: 5,
  subscription: 6,
  filter: 7,
  noFilter: 8,
  uuids: 9,
} as const
const ONE_STREAM = { stream: 1, revision: 2, end: 4 } as const
const ALL_STREAMS = { position: 1, start: 2, end: 3 } as const
const POSITION = { commit: 1, prepare: 2 } as const
const FILTER = { stream: 1, type: 2, window: 3, checkpointInterval: 5 } as const
const PATTERN = { regex: 1, prefix: 2 } as const
const AS_TEXT = 2
const BACKWARDS = 1

type Direction = 'forwards' | 'backwards'

/** By the stream's name or by the event's type. */
export type Filter = { readonly stream: StreamPattern } | { readonly type: { readonly prefixes: readonly string[] } }

/** A read of one stream, starting with revision `from`, or from its end if null. */
export function readStreamRequest(stream: string, from: number | null, direction: Direction, count?: number): Buffer {
  return readRequest(stream.length, (to) => {
    to.mark(OPTIONS.noFilter)
    writeLimit(to, count)
    writeDirection(to, direction)
    const end = to.end
    if (from === null) to.mark(ONE_STREAM.end)
    else to.unsigned(ONE_STREAM.revision, from)
    writeStream(to, stream)
    to.close(OPTIONS.stream, end)
  })
}

/** A read of all streams, starting with the event at a position. Null: from the start, or from the end if backwards. */
export function readAllRequest(
  from: string | null,
  direction: Direction,
  filter: Filter | null,
  count?: number,
): Buffer {
  return readRequest(lengthOf(filter), (to) => {
    writeFilter(to, filter)
    writeLimit(to, count)
    writeDirection(to, direction)
    writeAll(to, from, direction)
  })
}

/** Events of all streams after a position, and new ones as they are written. */
export function subscribeRequest(after: string, filter: Filter): Buffer {
  return readRequest(lengthOf(filter), (to) => {
    writeFilter(to, filter)
    to.mark(OPTIONS.subscription)
    writeAll(to, after, 'forwards')
  })
}

/** `characters`: the total length of the names in it. */
function readRequest(characters: number, writeOptions: (to: MessageWriter) => void): Buffer {
  const to = new MessageWriter(ROOM + characters * BYTES_OF_A_CHARACTER)
  const end = to.end
  to.mark(AS_TEXT)
  to.close(OPTIONS.uuids, end)
  writeOptions(to)
  to.close(1, end)
  return to.framed()
}

const writeLimit = (to: MessageWriter, count = Number.MAX_SAFE_INTEGER) => to.unsigned(OPTIONS.count, count)

function writeDirection(to: MessageWriter, direction: Direction): void {
  if (direction === 'backwards') to.unsigned(OPTIONS.direction, BACKWARDS)
}

function writeAll(to: MessageWriter, from: string | null, direction: Direction): void {
  const end = to.end
  if (from === null) {
    to.mark(direction === 'forwards' ? ALL_STREAMS.start : ALL_STREAMS.end)
  } else {
    to.unsigned(POSITION.prepare, from)
    to.unsigned(POSITION.commit, from)
    to.close(ALL_STREAMS.position, end)
  }
  to.close(OPTIONS.all, end)
}

function writeFilter(to: MessageWriter, filter: Filter | null): void {
  if (filter === null) {
    to.mark(OPTIONS.noFilter)
    return
  }
  const end = to.end
  // a subscription reports its position each time it has examined a window
  to.unsigned(FILTER.checkpointInterval, 1)
  to.unsigned(FILTER.window, SEARCH_WINDOW)
  const pattern = 'stream' in filter ? filter.stream : filter.type
  const endOfPattern = to.end
  if ('regex' in pattern) to.text(PATTERN.regex, pattern.regex)
  else for (const prefix of pattern.prefixes) to.text(PATTERN.prefix, prefix)
  to.close('stream' in filter ? FILTER.stream : FILTER.type, endOfPattern)
  to.close(OPTIONS.filter, end)
}

/** The length of the filter's texts, with room for the headers of its parts. */
function lengthOf(filter: Filter | null): number {
  if (filter === null) return 0
  const pattern = 'stream' in filter ? filter.stream : filter.type
  const parts = 'regex' in pattern ? [pattern.regex] : pattern.prefixes
  return parts.reduce((sum, part) => sum + part.length + 4, 0)
}
