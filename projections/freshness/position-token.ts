// Wait tokens: what a write's reply carries (`X-Ledger-Position`) and a read may ask to be at least as fresh as.
import { z } from 'zod'
import { Hash, Id } from '#domain/values.ts'

/** An event of one log, by position and hash: the same position of another history is not taken for it. */
export type PositionToken = { readonly logId: string; readonly position: string; readonly hash: string }

const Parts = z.tuple([Id, z.string().min(1).max(200), Hash])

/** Opaque to whoever carries it; fit for a header and an address. */
export function encodePosition({ logId, position, hash }: PositionToken): string {
  return Buffer.from(JSON.stringify([logId, position, hash])).toString('base64url')
}

/** Null where the text is no token of ours. */
export function decodePosition(token: string): PositionToken | null {
  if (token.length > 1_000) return null
  try {
    const [logId, position, hash] = Parts.parse(JSON.parse(Buffer.from(token, 'base64url').toString('utf8')))
    return { logId, position, hash }
  } catch {
    return null
  }
}
