import { HttpResponse, http } from 'msw'
import { describe, expect, it, vi } from 'vitest'
import { ApiError } from '#ui/lib/http/request.ts'
import { newKey, readAttempts, writeAttempts } from '#ui/model/slip/pending-submissions.ts'
import { pick } from '#ui/model/slip/selection.fixture.ts'
import { server } from '#ui/testing/server.ts'
import { answerOf, attemptsOf, type PricedSelection, sendAttempt } from './submit-bet.ts'

const priced = (eventId: string, name: string, odds: string, stakeCents = 2_000): PricedSelection => ({
  selection: pick(eventId, name, odds),
  odds,
  stakeCents,
})

describe('requests', () => {
  it('is one for a parlay, with the product of the odds', () => {
    const picks = [priced('e1', 'Arsenal', '2.10'), priced('e2', 'Napoli', '1.95'), priced('e3', 'Celtics', '1.64')]
    const attempts = attemptsOf('parlay', picks, 'none')
    expect(attempts).toHaveLength(1)
    expect(attempts[0]?.betKeys).toEqual(['e1|h2h||Arsenal', 'e2|h2h||Napoli', 'e3|h2h||Celtics'])
    expect(attempts[0]?.body).toMatchObject({
      is_parlay: true,
      game: '3-Leg Parlay',
      bet_type: 'parlay',
      bet_amount: 20,
      odd: 6.72,
      potential_win: 134.4,
      odds_policy: 'none',
      selection: null,
      event_id: null,
    })
    expect(attempts[0]?.body.legs).toHaveLength(3)
  })

  it('is one for each single, each with a key of its own', () => {
    const attempts = attemptsOf(
      'singles',
      [priced('e1', 'Arsenal', '2.10', 10), priced('e2', 'Draw', '3.40', 20_001)],
      'within-10-percent',
    )
    expect(attempts.map(({ body }) => [body.game, body.bet_amount, body.odd, body.potential_win])).toEqual([
      ['Arsenal vs Chelsea', 0.1, 2.1, 0.21],
      ['Arsenal vs Chelsea', 200.01, 3.4, 680.03],
    ])
    expect(new Set(attempts.map((attempt) => attempt.key)).size).toBe(2)
  })
})

describe('keys', () => {
  it('are kept for the account that submitted, until forgotten', () => {
    const [attempt] = attemptsOf('singles', [priced('e1', 'Arsenal', '2.10')], 'none')
    writeAttempts('ada', [attempt!])
    expect(readAttempts('ada')).toEqual([attempt])
    expect(readAttempts('grace')).toEqual([])
    writeAttempts('grace', [])
    expect(readAttempts('ada')).toEqual([attempt])
    writeAttempts('ada', [])
    expect(localStorage.length).toBe(0)
  })

  it('live as long as the page where nothing can be stored', () => {
    const [attempt] = attemptsOf('singles', [priced('e1', 'Arsenal', '2.10')], 'none')
    const full = vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('full', 'QuotaExceededError')
    })
    writeAttempts('ada', [attempt!])
    full.mockRestore()
    expect(readAttempts('ada')).toEqual([attempt])
    writeAttempts('ada', [])
    expect(readAttempts('ada')).toEqual([])
  })

  it('survive no nonsense in storage', () => {
    localStorage.setItem('fairbook.slip.attempts', '{"ada":[{"key":""}]}')
    expect(readAttempts('ada')).toEqual([])
  })

  it('are not repeated', () => expect(newKey()).not.toBe(newKey()))
})

describe('answers', () => {
  it.each([
    [new ApiError('', 0, 'timeout'), 'unknown', 'Bet placement timed out. Please try again.'],
    [new ApiError('', 0, 'network'), 'unknown', 'Failed to place bet.'],
    [new ApiError('?', 503, 'outcome_unknown'), 'unknown', 'Bet placement timed out. Please try again.'],
    [new ApiError('?', 409, 'outcome_unknown'), 'unknown', 'Bet placement timed out. Please try again.'],
    [new ApiError('Internal error', 500, 'internal'), 'unknown', 'Internal error'],
    [new ApiError('Unexpected reply', 403, 'not_json'), 'unknown', 'Unexpected reply'],
    [new ApiError('Account is blocked', 403, 'account_blocked'), 'refused', 'Account is blocked'],
    [new ApiError('', 400, 'unknown'), 'refused', 'An unknown error occurred.'],
  ])('%s', (error, kind, text) => expect(answerOf(error)).toMatchObject({ kind, text }))

  it('are sent for with the key, and read as they come', async () => {
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
    const [attempt] = attemptsOf('singles', [priced('e1', 'Arsenal', '2.10')], 'none')
    const first = await sendAttempt(attempt!)
    await sendAttempt(attempt!)
    expect(first).toMatchObject({ kind: 'accepted', bet: { betId: 'b1', newBalance: 45 } })
    expect(keys).toEqual([attempt?.key, attempt?.key])
  })
})
