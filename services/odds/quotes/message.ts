// An object of the provider as evidence: its canonical JSON and the SHA-256 of that.
import { hash } from 'node:crypto'
import canonicalize from 'canonicalize'

export type Message = { readonly body: string; readonly hash: string }

export function messageOf(object: unknown): Message {
  const body = canonicalize(object)
  if (body === undefined) throw new TypeError('not JSON')
  return { body, hash: hash('sha256', body) }
}

/**
 * Part of the INSERT into app.provider_message: keeps the time of the first fetch that had the message, in whatever
 * order several pollers write. An audit compares prices and results with that time.
 */
export const KEEP_FIRST_FETCH = `
  on conflict (hash, fixture_id) do update set fetched_at = excluded.fetched_at
    where provider_message.fetched_at > excluded.fetched_at`
