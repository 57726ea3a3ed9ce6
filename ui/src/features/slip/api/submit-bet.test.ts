import { HttpResponse, http } from 'msw'
import { describe, expect, it, vi } from 'vitest'
import { ApiError } from '#ui/lib/http/api-error.ts'
import { pick } from '#ui/model/slip/selection.fixture.ts'
import { server } from '#ui/testing/server.ts'
import { buildSubmissions } from '../model/placing/bet-request.ts'
import { submitBet, toResult } from './submit-bet.ts'

describe('the result of a submission', () => {
  it.each([
    [new ApiError('', 0, 'timeout'), 'unknown', 'Bet placement timed out. Please try again.'],
    [new ApiError('', 0, 'network'), 'unknown', 'Failed to place bet.'],
    [new ApiError('?', 503, 'outcome_unknown'), 'unknown', 'Bet placement timed out. Please try again.'],
    [new ApiError('?', 409, 'outcome_unknown'), 'unknown', 'Bet placement timed out. Please try again.'],
    [new ApiError('Internal error', 500, 'internal'), 'unknown', 'Internal error'],
    [new ApiError('Unexpected reply', 403, 'not_json'), 'unknown', 'Unexpected reply'],
    [new ApiError('Account is blocked', 403, 'account_blocked'), 'refused', 'Account is blocked'],
    [new ApiError('', 400, 'unknown'), 'refused', 'An unknown error occurred.'],
  ])('%s', (error, kind, text) => expect(toResult(error, false)).toMatchObject({ kind, text }))

  it.each([401, 429])('is still unknown if a retry is refused with %i', (status) => {
    const error = new ApiError('No', status, 'refused')
    expect(toResult(error, false)).toMatchObject({ kind: 'refused', text: 'No' })
    expect(toResult(error, true)).toMatchObject({ kind: 'unknown', text: 'No' })
  })

  it.each([
    [{ success: false, error: 'No more bets.' }, 'refused', 'No more bets.'],
    [{ success: false }, 'refused', 'An unknown error occurred.'],
    [{}, 'unknown', 'An unknown error occurred.'],
    [null, 'unknown', 'An unknown error occurred.'],
  ])('is not that it was accepted where the reply does not say so: %j', async (reply, kind, text) => {
    server.use(http.post('/api/bets/place-bet', () => HttpResponse.json(reply)))
    const [submission] = buildSubmissions(
      'singles',
      [{ selection: pick('e1', 'A'), odds: '2.10', stakeCents: 10 }],
      'none',
    )
    expect(await submitBet(submission!, false)).toMatchObject({ kind, text })
  })

  it('is awaited for thirty seconds', async () => {
    const timeout = vi.spyOn(AbortSignal, 'timeout')
    server.use(http.post('/api/bets/place-bet', () => HttpResponse.json({ success: true })))
    const [submission] = buildSubmissions(
      'singles',
      [{ selection: pick('e1', 'A'), odds: '2.10', stakeCents: 10 }],
      'none',
    )
    await submitBet(submission!, false)
    expect(timeout.mock.calls).toEqual([[30_000]])
    timeout.mockRestore()
  })

  it('is returned again for the same key', async () => {
    const keys: (string | null)[] = []
    server.use(
      http.post('/api/bets/place-bet', ({ request }) => {
        keys.push(request.headers.get('Idempotency-Key'))
        return HttpResponse.json({
          success: true,
          newBalance: 45,
          betId: 'b1',
          odds: 2.1,
          potential_win: 42,
          legs: [],
          position: '7',
        })
      }),
    )
    const [submission] = buildSubmissions(
      'singles',
      [{ selection: pick('e1', 'Arsenal'), odds: '2.10', stakeCents: 2_000 }],
      'none',
    )
    const first = await submitBet(submission!, false)
    await submitBet(submission!, true)
    expect(first).toMatchObject({ kind: 'accepted', bet: { betId: 'b1', newBalance: 45 } })
    expect(keys).toEqual([submission?.key, submission?.key])
  })
})
