// Idempotency keys: a command with a key that was seen before is never carried out again, so a retry repeats the key of
// its request.
import { useRef } from 'react'
import { isFinal } from './api-error.ts'

/** 32 random hex digits. `crypto.randomUUID` is missing outside a secure context. */
export function newIdempotencyKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}

/**
 * Sends a request with a key that stays the same for the same body until its outcome is known: a second press after a
 * timeout repeats the first request, a press after a refusal starts a new one. Requests with other bodies have keys of
 * their own.
 */
export function useIdempotentRequest<Body, Reply>(send: (body: Body, idempotencyKey: string) => Promise<Reply>) {
  const keys = useRef(new Map<string, string>()).current
  return async (body: Body): Promise<Reply> => {
    const text = JSON.stringify(body)
    const known = keys.get(text)
    const key = known ?? newIdempotencyKey()
    keys.set(text, key)
    // Only this request's own key: an earlier reply may have ended it, and the same body may have a new key by now.
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
