// The server's protocol: requests out of events, events out of answers. Only the client library's generated messages are
// used here. Its own appending keeps what is pending in one map for all clients of a process, and its own reading parses
// JSON where the bytes are wanted and cannot filter a read of all streams.
import { hash } from 'node:crypto'
import shared from '@eventstore/db-client/generated/shared_pb.js'
import streams from '@eventstore/db-client/generated/streams_pb.js'
import type { EncodedEvent, StoredEvent } from '../port.ts'
import type { Names, StreamFilter } from './names.ts'

export type AppendMessage = streams.BatchAppendReq
export type AppendReply = streams.BatchAppendResp
export type ReadMessage = streams.ReadReq
export type ReadReply = streams.ReadResp

const EMPTY = new shared.Empty()
/** The bytes are JSON, and the server's own tools may show them; nothing but bytes is written or read here. */
const CONTENT_TYPE = 'application/json'

/** One append: `revision` of the last event that must be there, -1 where there must be no stream. `stream` as on the server. */
export function appendMessage(
  correlation: string,
  stream: string,
  revision: number,
  events: readonly EncodedEvent[],
): AppendMessage {
  const options = new streams.BatchAppendReq.Options()
  options.setStreamIdentifier(streamIdentifier(stream))
  if (revision < 0) options.setNoStream(EMPTY)
  else options.setStreamPosition(String(revision))
  const message = new streams.BatchAppendReq()
  message.setCorrelationId(uuid(correlation))
  message.setOptions(options)
  message.setIsFinal(true)
  for (const event of events) {
    const proposed = new streams.BatchAppendReq.ProposedMessage()
    proposed.setId(uuid(event.id))
    proposed.getMetadataMap().set('type', event.type).set('content-type', CONTENT_TYPE)
    proposed.setData(Buffer.from(event.body))
    message.addProposedMessages(proposed)
  }
  return message
}

/** Which append a reply belongs to. The server may send it back in either form. */
export function correlationOf(reply: AppendReply): string {
  return uuidText(reply.getCorrelationId())
}

/** Events that the server looks at in one go for one that passes a filter; 32 where nothing is said. */
const SEARCH_WINDOW = 10_000

type Direction = 'forwards' | 'backwards'

/** A read of one stream, from `from` on, that one included; `from` null: from its end. */
export function readStreamMessage(
  stream: string,
  from: number | null,
  direction: Direction,
  count?: number,
): ReadMessage {
  const options = readOptions(direction, count)
  const one = new streams.ReadReq.Options.StreamOptions()
  one.setStreamIdentifier(streamIdentifier(stream))
  if (from === null) one.setEnd(EMPTY)
  else one.setRevision(String(from))
  options.setStream(one)
  options.setNoFilter(EMPTY)
  return readMessage(options)
}

export type AllFilter =
  | { readonly on: 'stream'; readonly filter: StreamFilter }
  | { readonly on: 'type'; readonly filter: StreamFilter }

/** A read of all streams from a position on, that one included; null: from the start, or the end where backwards. */
export function readAllMessage(
  from: bigint | null,
  direction: Direction,
  filter: AllFilter | null,
  count?: number,
): ReadMessage {
  const options = readOptions(direction, count)
  options.setAll(allOptions(from, direction))
  setFilter(options, filter)
  return readMessage(options)
}

/** All streams from after a position on (null: from the start), and what comes. */
export function subscribeMessage(after: bigint | null, filter: AllFilter): ReadMessage {
  const options = readOptions('forwards', null)
  options.setSubscription(new streams.ReadReq.Options.SubscriptionOptions())
  options.setAll(allOptions(after, 'forwards'))
  setFilter(options, filter)
  return readMessage(options)
}

/** The event in a reply with all that the server says of it; null where it holds something else. */
export function recordIn(reply: ReadReply): Recorded | null {
  const record = reply.getEvent()?.getEvent()
  if (!record) return null
  return {
    stream: Buffer.from(record.getStreamIdentifier()!.getStreamName_asU8()).toString(),
    revision: Number(record.getStreamRevision()),
    position: record.getCommitPosition(),
    type: record.getMetadataMap().get('type') ?? '',
    id: uuidText(record.getId()),
    data: record.getData_asU8(),
  }
}

/** As the server has it: its name of the stream, system events too. */
export type Recorded = {
  readonly stream: string
  readonly revision: number
  readonly position: string
  readonly type: string
  readonly id: string
  readonly data: Uint8Array
}

/**
 * The event of ours in a record; null for strangers and for what the system writes into our streams. `hash` is that of
 * the bytes as they were read; that `id` belongs to it is for the audit to say, as on every store.
 */
export function storedEvent(record: Recorded | null, names: Names): StoredEvent | null {
  if (record === null || record.type.startsWith('$')) return null
  const stream = names.ours(record.stream)
  if (stream === null) return null
  const { revision: version, position, type, id, data } = record
  const bytes = Buffer.from(data.buffer, data.byteOffset, data.byteLength)
  return { stream, version, position, type, id, hash: hash('sha256', bytes, 'hex'), body: bytes.toString('utf8') }
}

function readOptions(direction: Direction, count: number | null = Number.MAX_SAFE_INTEGER): streams.ReadReq.Options {
  const options = new streams.ReadReq.Options()
  const ids = new streams.ReadReq.Options.UUIDOption()
  ids.setString(EMPTY)
  options.setUuidOption(ids)
  options.setReadDirection(direction === 'forwards' ? 0 : 1)
  if (count !== null) options.setCount(String(count))
  return options
}

function allOptions(from: bigint | null, direction: Direction): streams.ReadReq.Options.AllOptions {
  const all = new streams.ReadReq.Options.AllOptions()
  if (from !== null) {
    const position = new streams.ReadReq.Options.Position()
    position.setCommitPosition(String(from))
    position.setPreparePosition(String(from))
    all.setPosition(position)
  } else if (direction === 'forwards') all.setStart(EMPTY)
  else all.setEnd(EMPTY)
  return all
}

function setFilter(options: streams.ReadReq.Options, wanted: AllFilter | null): void {
  if (wanted === null) return void options.setNoFilter(EMPTY)
  const expression = new streams.ReadReq.Options.FilterOptions.Expression()
  if ('regex' in wanted.filter) expression.setRegex(wanted.filter.regex)
  else expression.setPrefixList([...wanted.filter.prefixes])
  const filter = new streams.ReadReq.Options.FilterOptions()
  if (wanted.on === 'stream') filter.setStreamIdentifier(expression)
  else filter.setEventType(expression)
  filter.setMax(SEARCH_WINDOW)
  // a subscription says where it is each time it has looked at so many
  filter.setCheckpointintervalmultiplier(1)
  options.setFilter(filter)
}

function readMessage(options: streams.ReadReq.Options): ReadMessage {
  const message = new streams.ReadReq()
  message.setOptions(options)
  return message
}

function streamIdentifier(name: string): shared.StreamIdentifier {
  const identifier = new shared.StreamIdentifier()
  identifier.setStreamName(Buffer.from(name))
  return identifier
}

function uuid(text: string): shared.UUID {
  const id = new shared.UUID()
  id.setString(text)
  return id
}

function uuidText(id: shared.UUID | undefined): string {
  const structured = id?.getStructured()
  if (!structured) return id?.getString() ?? ''
  const hex = [structured.getMostSignificantBits(), structured.getLeastSignificantBits()]
    .map((half) => BigInt.asUintN(64, BigInt(half)).toString(16).padStart(16, '0'))
    .join('')
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}
