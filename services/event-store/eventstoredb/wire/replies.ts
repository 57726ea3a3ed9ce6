// Reads the server's replies from their bytes. The field numbers are those of its public protocol.
import { MessageReader } from './message-reader.ts'

/** An event as the server stores it, system events included; `stream` is its name on the server. */
export type RecordedEvent = {
  readonly stream: string
  readonly revision: number
  readonly position: string
  readonly type: string
  readonly id: string
  readonly data: Buffer
}

/** Null for a message without an event, such as how far a subscription has looked. */
export type ReadReply = RecordedEvent | null

/**
 * `correlation`: the last 48 bits of the request's id. With neither `success` nor `failure`, the outcome is unknown.
 */
export type AppendReply = {
  readonly correlation: number
  readonly success?: { readonly revision: number; readonly position: string } | undefined
  /** `type`: the name of the failure, if the server gives one. */
  readonly failure?: { readonly message: string; readonly type: string } | undefined
}

const NO_BYTES = Buffer.alloc(0)
/** The only fields that are read of their messages. */
const STREAM_NAME = 3
const TYPE_ADDRESS = 1

/** Throws RangeError if the bytes are not a reply. */
export function readReplyIn(bytes: Buffer): ReadReply {
  const from = new MessageReader(bytes)
  let event: ReadReply = null
  while (from.next()) {
    if (from.field !== 1) {
      from.skip()
      continue
    }
    const outer = from.enter()
    while (from.next()) {
      if (from.field === 1) event = recordedEvent(from)
      else from.skip()
    }
    from.leave(outer)
  }
  return event
}

function recordedEvent(from: MessageReader): RecordedEvent {
  let [id, stream, type, position] = ['', '', '', '0']
  let revision = 0
  let data: Buffer = NO_BYTES
  const outer = from.enter()
  while (from.next()) {
    if (from.field === 1) id = idText(from)
    else if (from.field === 2) stream = textIn(from, STREAM_NAME)
    else if (from.field === 3) revision = from.number()
    else if (from.field === 5) position = from.unsigned()
    else if (from.field === 6) type = typeIn(from) ?? type
    else if (from.field === 8) data = from.bytes()
    else from.skip()
  }
  from.leave(outer)
  return { stream, revision, position, type, id, data }
}

/** The text of one field of a message; all other fields are skipped. */
function textIn(from: MessageReader, field: number): string {
  let text = ''
  const outer = from.enter()
  while (from.next()) {
    if (from.field === field) text = from.text()
    else from.skip()
  }
  from.leave(outer)
  return text
}

/** The event's type, if this entry of its metadata holds it; otherwise null. */
function typeIn(from: MessageReader): string | null {
  let [key, value] = ['', '']
  const outer = from.enter()
  while (from.next()) {
    if (from.field === 1) key = from.text()
    else if (from.field === 2) value = from.text()
    else from.skip()
  }
  from.leave(outer)
  return key === 'type' ? value : null
}

/** The server may send an id as text or as two numbers, whichever was requested. */
function idText(from: MessageReader): string {
  let text = ''
  let [most, least] = [0n, 0n]
  const outer = from.enter()
  while (from.next()) {
    if (from.field === 2) {
      text = from.text()
    } else if (from.field === 1) {
      const outside = from.enter()
      while (from.next()) {
        if (from.field === 1) most = from.large()
        else if (from.field === 2) least = from.large()
        else from.skip()
      }
      from.leave(outside)
    } else {
      from.skip()
    }
  }
  from.leave(outer)
  return text === '' ? textOf(most, least) : text
}

function textOf(most: bigint, least: bigint): string {
  const hex = [most, least].map((half) => half.toString(16).padStart(16, '0')).join('')
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}

/** Throws RangeError if the bytes are not a reply. */
export function appendReplyIn(bytes: Buffer): AppendReply {
  const from = new MessageReader(bytes)
  let correlation = Number.NaN
  let success: AppendReply['success']
  let failure: AppendReply['failure']
  while (from.next()) {
    if (from.field === 1) correlation = Number.parseInt(idText(from).slice(-12), 16)
    else if (from.field === 2) failure = failureIn(from)
    else if (from.field === 3) success = successIn(from)
    else from.skip()
  }
  return { correlation, success, failure }
}

/** Undefined if it has no position. */
function successIn(from: MessageReader): AppendReply['success'] {
  let revision = 0
  let position: string | undefined
  const outer = from.enter()
  while (from.next()) {
    if (from.field === 1) revision = from.number()
    else if (from.field === 3) position = commitOf(from)
    else from.skip()
  }
  from.leave(outer)
  return position === undefined ? undefined : { revision, position }
}

function commitOf(from: MessageReader): string {
  let commit = '0'
  const outer = from.enter()
  while (from.next()) {
    if (from.field === 1) commit = from.unsigned()
    else from.skip()
  }
  from.leave(outer)
  return commit
}

function failureIn(from: MessageReader): AppendReply['failure'] {
  let [message, type] = ['', '']
  const outer = from.enter()
  while (from.next()) {
    if (from.field === 2) message = from.text()
    else if (from.field === 3) type = typeOfDetails(from)
    else from.skip()
  }
  from.leave(outer)
  return { message, type }
}

/** The last part of the type's address: `type.googleapis.com/event_store.client.WrongExpectedVersion`. */
const typeOfDetails = (from: MessageReader): string => textIn(from, TYPE_ADDRESS).split(/[./]/).at(-1) ?? ''
