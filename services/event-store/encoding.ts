// From an event to the bytes that are stored and hashed, and back.
import { canonicalJson } from './canonical.ts'
import { eventId, sha256 } from './event-hash.ts'
import type { EncodedEvent, EventBody } from './port.ts'

/** Throws TypeError if the event has no canonical form: lone surrogates, NUL, numbers that are not finite. */
export function encodeEvent(
  event: Omit<EventBody, 'meta'> & {
    readonly meta: unknown
  },
): EncodedEvent {
  const { log, stream, version, type, schema, data, meta, prev } = event
  const body = canonicalJson({ data, log, meta, prev, schema, stream, type, version })
  const hash = sha256(body)
  return { version, type, id: eventId(hash), hash, body }
}

/** Parses a stored body; the caller checks whether it knows the type and schema version. */
export function decodeBody(body: string): EventBody {
  return JSON.parse(body) as EventBody
}
