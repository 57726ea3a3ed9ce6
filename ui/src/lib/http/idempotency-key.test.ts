import { renderHook } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { ApiError } from './api-error.ts'
import { newIdempotencyKey, useIdempotentRequest } from './idempotency-key.ts'

describe('an idempotency key', () => {
  it('is never repeated', () => expect(newIdempotencyKey()).not.toBe(newIdempotencyKey()))

  /**
   * Sends the bodies one after the other; each fails with the error beside it, or is accepted. Returns the keys that
   * were used.
   */
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

  it.each([new ApiError('', 401, 'not_authenticated'), new ApiError('', 429, 'too_many_requests')])(
    'stays where only its repetition was refused, before anybody looked at it: %s',
    async (error) => {
      const timeout = new ApiError('', 0, 'timeout')
      const [first, second, third, fourth] = await keysOf(
        [{ amount: 1 }, timeout],
        [{ amount: 1 }, error],
        [{ amount: 1 }, null],
        [{ amount: 1 }, error],
      )
      expect([second, third]).toEqual([first, first])
      expect(fourth).not.toBe(first)
    },
  )

  it('belongs to one body', async () => {
    const [first, second] = await keysOf([{ amount: 1 }, new ApiError('', 0, 'timeout')], [{ amount: 2 }, null])
    expect(second).not.toBe(first)
  })

  /** Sends the bodies at once; the test answers each of them, in any order. */
  function atOnce() {
    const sent: { key: string; answer: PromiseWithResolvers<void> }[] = []
    const { result } = renderHook(() =>
      useIdempotentRequest((_body: object, key: string) => {
        const answer = Promise.withResolvers<void>()
        sent.push({ key, answer })
        return answer.promise
      }),
    )
    const send = (body: object) => {
      const reply = result.current(body).catch(() => {})
      const { key, answer } = sent.at(-1)!
      const answered = (how: () => void) => {
        how()
        return reply
      }
      return {
        key,
        accept: () => answered(answer.resolve),
        timeOut: () => answered(() => answer.reject(new ApiError('', 0, 'timeout'))),
      }
    }
    return send
  }

  it('is kept while a request with another body is answered, whichever was sent first', async () => {
    const send = atOnce()
    const one = send({ amount: 1 })
    const two = send({ amount: 2 })
    await one.accept()
    await two.timeOut()
    expect(send({ amount: 2 }).key).toBe(two.key)

    const [three, four] = [send({ amount: 3 }), send({ amount: 4 })]
    await four.accept()
    await three.timeOut()
    expect(send({ amount: 3 }).key).toBe(three.key)
  })

  it('is kept when the answer to an earlier request comes late', async () => {
    const send = atOnce()
    const first = send({ amount: 1 })
    const again = send({ amount: 1 })
    expect(again.key).toBe(first.key)
    await first.accept()
    const next = send({ amount: 1 })
    expect(next.key).not.toBe(first.key)
    await again.accept()
    await next.timeOut()
    expect(send({ amount: 1 }).key).toBe(next.key)
  })
})
