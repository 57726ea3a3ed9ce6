// The ids of commands. An idempotency key is a caller's text, so only its hash enters the ledger.
import { hash, randomFillSync } from 'node:crypto'
import canonicalize from 'canonicalize'

/** An Idempotency-Key: 1 to 255 printable ASCII characters, no space at either end. */
export const IDEMPOTENCY_KEY = /^[\x21-\x7e]([\x20-\x7e]{0,253}[\x21-\x7e])?$/

/** Id of the command that `actor` (an account id, or a system actor) sent under `key`: 32 hex digits. */
export const commandId = (actor: string, key: string): string => hash('sha256', `${actor}\u0000${key}`).slice(0, 32)

/** SHA-256 of a request as parsed, without anything that the server adds (ids, quotes, times). */
export const hashCommand = (request: unknown): string => hash('sha256', canonicalize(request) ?? 'null')

/** Random bytes are fetched in bulk: a call for 16 bytes costs as much as one for a page. */
const ID_BYTES = 16
const entropy = Buffer.alloc(256 * ID_BYTES)
let used = entropy.length

/** A random id: for an account, a correlation, or instead of the key of a request that has none. */
export function randomId(): string {
  if (used === entropy.length) {
    randomFillSync(entropy)
    used = 0
  }
  const id = entropy.toString('hex', used, used + ID_BYTES)
  // used bytes are erased, so that no copy of an id is left behind
  entropy.fill(0, used, used + ID_BYTES)
  used += ID_BYTES
  return id
}
