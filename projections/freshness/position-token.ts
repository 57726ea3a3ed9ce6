// Position tokens: the reply to a write carries one (`X-Ledger-Position`), and a read that sends it is at least as
// fresh.
import { z } from 'zod'
import { Hash, Id } from '#domain/values.ts'

/** An event of one log, by position and hash, so that the same position in another history does not match. */
export type PositionToken = { readonly logId: string; readonly position: string; readonly hash: string }

const Parts = z.tuple([Id, z.string().min(1).max(200), Hash])

/** Opaque to clients; safe in headers and URLs. */
export function encodePosition({ logId, position, hash }: PositionToken): string {
  return Buffer.from(JSON.stringify([logId, position, hash])).toString('base64url')
}

/** Null if the text is not a token. */
export function decodePosition(token: string): PositionToken | null {
  if (token.length > 1_000) return null
  try {
    const [logId, position, hash] = Parts.parse(JSON.parse(Buffer.from(token, 'base64url').toString('utf8')))
    return { logId, position, hash }
  } catch {
    return null
  }
}
