// The hash of an event, and the id derived from it.
import { hash } from 'node:crypto'

/** SHA-256 of the text's UTF-8 bytes, in lower-case hexadecimal. An event's hash is that of its canonical JSON. */
export function sha256(text: string): string {
  return hash('sha256', text, 'hex')
}

/**
 * A UUIDv8 (RFC 9562) of the first 128 bits of an event's hash, except for the six bits that give version and variant.
 */
export function eventId(digest: string): string {
  const variant = '89ab'[Number.parseInt(digest[16]!, 16) & 3]
  return `${digest.slice(0, 8)}-${digest.slice(8, 12)}-8${digest.slice(13, 16)}-${variant}${digest.slice(17, 20)}-${digest.slice(20, 32)}`
}
