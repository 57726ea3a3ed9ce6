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
 * Of the INSERT into app.provider_message: its time is that of the first fetch that had it, in whatever order several pollers
 * write. An audit holds prices and results against that time.
 */
export const KEEP_FIRST_FETCH = `
  on conflict (hash, fixture_id) do update set fetched_at = excluded.fetched_at
    where provider_message.fetched_at > excluded.fetched_at`
