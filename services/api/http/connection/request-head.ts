// What must be right about a request before anything is done for it: its address, its Host.
import type { IncomingMessage } from 'node:http'
import type { ErrorCode } from '../errors/errors.ts'

/** Address and headers together, in bytes. */
export const HEADERS_MAX_BYTES = 16_384
/** RFC 9110 asks for 8,000 at least. */
const URI_MAX_BYTES = 8_192
const SPACE = 32
const LINE_FEED = 10

/** Null where nothing is wrong. */
export function faultOfHead({ url = '', rawHeaders }: IncomingMessage): ErrorCode | null {
  if (url.length > URI_MAX_BYTES) return 'uri_too_long'
  let hosts = 0
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at]!
    if (name.length === 4 && name.toLowerCase() === 'host') hosts += 1
  }
  return hosts === 1 ? null : 'host_invalid'
}

/** Why a head that the parser gave up is too large: the address, where the bytes that came last show that it has no end. */
export function faultOfOverflow(last: Buffer): 'uri_too_long' | 'headers_too_large' {
  const begun = last.subarray(0, URI_MAX_BYTES)
  const isRequestLine = /^[A-Z]{3,12}$/.test(begun.subarray(0, begun.indexOf(SPACE)).toString('latin1'))
  return isRequestLine && begun.length === URI_MAX_BYTES && !begun.includes(LINE_FEED)
    ? 'uri_too_long'
    : 'headers_too_large'
}
