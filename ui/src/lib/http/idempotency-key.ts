// Idempotency keys: the same key again never acts twice, so a retry repeats the key of the request it retries.
import { useRef } from 'react'
import { isFinal } from './api-error.ts'

/** 32 random hex digits. Works without a secure context, where `crypto.randomUUID` is missing. */
export function newIdempotencyKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}

/**
 * Sends a request with a key that stays the same for the same body until its outcome is known: a second press after a
 * timeout repeats the first request, a press after a refusal starts a new one. Whatever is sent and answered beside it has keys of
 * its own.
 */
export function useIdempotentRequest<Body, Reply>(send: (body: Body, idempotencyKey: string) => Promise<Reply>) {
  const keys = useRef(new Map<string, string>()).current
  return async (body: Body): Promise<Reply> => {
    const text = JSON.stringify(body)
    const known = keys.get(text)
    const key = known ?? newIdempotencyKey()
    keys.set(text, key)
    // not of a later request with the same body, which has another key once an earlier reply has ended this one
    const end = () => keys.get(text) === key && keys.delete(text)
    try {
      const reply = await send(body, key)
      end()
      return reply
    } catch (error) {
      if (isFinal(error, known !== undefined)) end()
      throw error
    }
  }
}
