import { describe, expect, it } from 'vitest'
import { pick } from '#ui/model/slip/selection.fixture.ts'
import { buildSubmissions, type PricedSelection } from './bet-request.ts'

const priced = (eventId: string, name: string, odds: string, stakeCents = 2_000): PricedSelection => ({
  selection: pick(eventId, name, odds),
  odds,
  stakeCents,
})

describe('placing a slip', () => {
  it('takes one request for a parlay, with the product of the odds', () => {
    const picks = [priced('e1', 'Arsenal', '2.10'), priced('e2', 'Napoli', '1.95'), priced('e3', 'Celtics', '1.64')]
    const submissions = buildSubmissions('parlay', picks, 'none')
    expect(submissions).toHaveLength(1)
    expect(submissions[0]?.betKeys).toEqual(['e1|h2h||Arsenal', 'e2|h2h||Napoli', 'e3|h2h||Celtics'])
    expect(submissions[0]?.body).toMatchObject({
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
    expect(submissions[0]?.body.legs).toHaveLength(3)
  })

  it('takes one request per single, each with its own key', () => {
    const submissions = buildSubmissions(
      'singles',
      [priced('e1', 'Arsenal', '2.10', 10), priced('e2', 'Draw', '3.40', 20_001)],
      'within-10-percent',
    )
    expect(submissions.map(({ body }) => [body.game, body.bet_amount, body.odd, body.potential_win])).toEqual([
      ['Arsenal vs Chelsea', 0.1, 2.1, 0.21],
      ['Arsenal vs Chelsea', 200.01, 3.4, 680.03],
    ])
    expect(new Set(submissions.map((submission) => submission.key)).size).toBe(2)
  })
})
