import { HttpResponse, http } from 'msw'
import { describe, expect, it } from 'vitest'
import { aBet } from '../../testing/factories.ts'
import { createTestClient } from '../../testing/render.tsx'
import { server } from '../../testing/server.ts'
import { statisticsOf, statisticsQuery } from './statistics.ts'

describe("a bettor's statistics", () => {
  it('leave refunded bets out of stakes and counts, and count only what was settled in the result', () => {
    const bets = [
      aBet({ bet_amount: 20, potential_win: 42, status: 'won' }),
      aBet({ bet_amount: 10.1, potential_win: 0, status: 'lost' }),
      aBet({ bet_amount: 50, potential_win: 50, status: 'refunded' }),
      aBet({ bet_amount: 5, potential_win: 30, status: 'pending' }),
    ]
    expect(statisticsOf(bets)).toEqual({
      totalBets: 3,
      openBets: 1,
      totalStakeCents: 3_510,
      totalWinningsCents: 4_200,
      pnlCents: 1_190,
      avgBetCents: 1_170,
    })
  })

  it('have no average before the first bet', () => {
    expect(statisticsOf([])).toMatchObject({ totalBets: 0, avgBetCents: null, pnlCents: 0 })
  })

  it('are taken over all pages', async () => {
    const page = Array.from({ length: 500 }, () => aBet({ bet_amount: 1 }))
    const last = page.at(-1)?.id
    server.use(
      http.get('*/api/bets/my-bets', ({ request }) =>
        HttpResponse.json(new URL(request.url).searchParams.get('before') === last ? [aBet({ bet_amount: 2 })] : page),
      ),
    )
    const statistics = await createTestClient().fetchQuery(statisticsQuery())
    expect(statistics).toMatchObject({ totalBets: 501, totalStakeCents: 50_200 })
  })
})
