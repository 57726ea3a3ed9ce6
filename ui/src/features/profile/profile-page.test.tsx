import { screen } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { describe, expect, it } from 'vitest'
import type { Statistics } from '#services/contract/contract.ts'
import { startSession } from '#ui/lib/session.ts'
import { aUser } from '#ui/testing/factories.ts'
import { renderPage } from '#ui/testing/render.tsx'
import { server } from '#ui/testing/server.ts'
import { ProfilePage } from './profile-page.tsx'

async function tiles(statistics: Statistics) {
  server.use(
    http.get('*/api/bets/statistics', () => HttpResponse.json(statistics)),
    http.get('*/api/bets/performance', () => HttpResponse.json({ days: [], sports: [], markets: [] })),
    http.get('*/api/account/statement', () => HttpResponse.json({ lines: [], next: null })),
  )
  startSession({ user: aUser(), token: 't' })
  await renderPage(<ProfilePage search={{ tab: 'statistics' }} onSearch={() => undefined} />, { path: '/profile' })
  await screen.findByText('Total bets')
  return screen.getAllByRole('term').map((term) => [term.textContent, term.nextElementSibling?.textContent])
}

describe("a bettor's statistics", () => {
  it("are the server's", async () => {
    const statistics = { totalBets: 3, openBets: 1, totalStake: 35.1, totalWinnings: 42, pnl: -11.9, avgBet: 11.7 }
    expect(await tiles(statistics)).toEqual([
      ['Total bets', '3'],
      ['Open bets', '1'],
      ['Average bet', '€11.70'],
      ['Total stake', '€35.10'],
      ['Total winnings', '€42.00'],
      ['Profit and loss', '−€11.90'],
    ])
  })

  it('have no average before the first bet', async () => {
    const none = { totalBets: 0, openBets: 0, totalStake: 0, totalWinnings: 0, pnl: 0, avgBet: 0 }
    expect(await tiles(none)).toContainEqual(['Average bet', '–'])
  })
})
