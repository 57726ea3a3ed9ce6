// From an event to the bytes that are stored and hashed, and back.
import { hash } from 'node:crypto'
import { canonicalJson } from './canonical.ts'
import type { EncodedEvent, EventBody } from './port.ts'

/** Throws TypeError where the event has no canonical form: lone surrogates, NUL, numbers that are not finite. */
export function encodeEvent(event: {
  readonly log: string
  readonly stream: string
  readonly version: number
  readonly type: string
  readonly schema: number
  readonly data: unknown
  readonly meta: unknown
  readonly prev: string | null
}): EncodedEvent {
  const { log, stream, version, type, schema, data, meta, prev } = event
  const body = canonicalJson({ data, log, meta, prev, schema, stream, type, version })
  const digest = sha256(body)
  return { version, type, id: eventId(digest), hash: digest, body }
}

/** Parses a stored body; the caller checks type and schema version against what it knows. */
export function decodeBody(body: string): EventBody {
  return JSON.parse(body) as EventBody
}

/** SHA-256 of the text's UTF-8 bytes, in lower-case hexadecimal. */
export function sha256(text: string): string {
  return hash('sha256', text, 'hex')
}

/** The event's id: a UUIDv8 of the first 128 bits of its hash, but for the six bits that say version and variant. */
export function eventId(digest: string): string {
  const variant = '89ab'[Number.parseInt(digest[16]!, 16) & 3]
  return `${digest.slice(0, 8)}-${digest.slice(8, 12)}-8${digest.slice(13, 16)}-${variant}${digest.slice(17, 20)}-${digest.slice(20, 32)}`
}
