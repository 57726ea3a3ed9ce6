// What is checked of a request before anything else: its URL, its Host, and that its Authorization is one.
import type { IncomingMessage } from 'node:http'
import type { ErrorCode } from '../errors/errors.ts'

/** URL and headers together, in bytes. */
export const HEADERS_MAX_BYTES = 16_384
/** RFC 9110, 4.1 asks for at least 8,000. */
const URI_MAX_BYTES = 8_192
const SPACE = 32
const LINE_FEED = 10

/** Null if the head is valid. */
export function faultOfHead({ url = '', rawHeaders }: IncomingMessage): ErrorCode | null {
  if (url.length > URI_MAX_BYTES) return 'uri_too_long'
  // none of our values contain NUL, and the database does not accept it
  if (url.includes('%00')) return 'text_invalid'
  if (fieldsNamed('host', rawHeaders) !== 1) return 'host_invalid'
  // Node keeps the first and hides the others, while a proxy may have judged by another one
  return fieldsNamed('authorization', rawHeaders) > 1 ? 'authorization_invalid' : null
}

function fieldsNamed(wanted: string, rawHeaders: readonly string[]): number {
  let fields = 0
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at]!
    if (name.length === wanted.length && name.toLowerCase() === wanted) fields += 1
  }
  return fields
}

/** Why the parser rejected a head as too large: because of the URL if that did not end within the last bytes read. */
export function faultOfOverflow(lastBytes: Buffer): 'uri_too_long' | 'headers_too_large' {
  const begun = lastBytes.subarray(0, URI_MAX_BYTES)
  const isRequestLine = /^[A-Z]{3,12}$/.test(begun.subarray(0, begun.indexOf(SPACE)).toString('latin1'))
  return isRequestLine && begun.length === URI_MAX_BYTES && !begun.includes(LINE_FEED)
    ? 'uri_too_long'
    : 'headers_too_large'
}
