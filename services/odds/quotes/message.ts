// An object of the provider as evidence: its canonical JSON and the SHA-256 of that.
import { hash } from 'node:crypto'
import canonicalize from 'canonicalize'

export type Message = { readonly body: string; readonly hash: string }

export function messageOf(object: unknown): Message {
  const body = canonicalize(object)
  if (body === undefined) throw new TypeError('not JSON')
  return { body, hash: hash('sha256', body) }
}
