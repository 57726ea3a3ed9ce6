import { renderHook } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { ApiError } from './api-error.ts'
import { newIdempotencyKey, useIdempotentRequest } from './idempotency-key.ts'

describe('an idempotency key', () => {
  it('is never repeated', () => expect(newIdempotencyKey()).not.toBe(newIdempotencyKey()))

  /** Sends bodies in turn; each is answered by the error beside it, or accepted. Returns the keys. */
  async function keysOf(...sent: [body: object, error: Error | null][]) {
    const keys: string[] = []
    let answer: Error | null = null
    const { result } = renderHook(() =>
      useIdempotentRequest(async (_body: object, key: string) => {
        keys.push(key)
        if (answer !== null) throw answer
      }),
    )
    for (const [body, error] of sent) {
      answer = error
      await result.current(body).catch(() => {})
    }
    return keys
  }

  it.each([
    new ApiError('', 0, 'timeout'),
    new ApiError('', 504, 'outcome_unknown'),
    new ApiError('', 409, 'outcome_unknown'),
    new ApiError('', 403, 'not_json'),
    new Error('unexpected'),
  ])('stays while the outcome is unknown: %s', async (error) => {
    const [first, second] = await keysOf([{ amount: 1 }, error], [{ amount: 1 }, null])
    expect(second).toBe(first)
  })

  it.each([null, new ApiError('', 409, 'balance_too_small')])('changes after an answer: %s', async (error) => {
    const [first, second] = await keysOf([{ amount: 1 }, error], [{ amount: 1 }, null])
    expect(second).not.toBe(first)
  })

  it('belongs to one body', async () => {
    const [first, second] = await keysOf([{ amount: 1 }, new ApiError('', 0, 'timeout')], [{ amount: 2 }, null])
    expect(second).not.toBe(first)
  })
})
