// What the ledger holds in place of a personal value: a hash that reveals nothing without its salt, but reveals any
// later change of the value. Value and salt are in the tables of identity; an erasure deletes them.
import { createHash, randomBytes } from 'node:crypto'
import canonicalize from 'canonicalize'

const SALT_BYTES = 32

export const newSalt = (): Buffer => randomBytes(SALT_BYTES)

/** SHA-256 of the salt and the canonical JSON (RFC 8785) of the value, as lower-case hex. */
export function commitment(salt: Uint8Array, value: string | { readonly [field: string]: string }): string {
  if (salt.length !== SALT_BYTES) throw new RangeError(`a salt has ${SALT_BYTES} bytes, not ${salt.length}`)
  return createHash('sha256')
    .update(salt)
    .update(canonicalize(value) as string)
    .digest('hex')
}
