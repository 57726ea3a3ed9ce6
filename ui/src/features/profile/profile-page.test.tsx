import { screen } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { beforeEach, describe, expect, it } from 'vitest'
import type { Statistics } from '#services/contract/contract.ts'
import { startSession } from '#ui/lib/session.ts'
import { aUser } from '#ui/testing/factories.ts'
import { renderPage } from '#ui/testing/render.tsx'
import { server } from '#ui/testing/server.ts'
import { ProfilePage } from './profile-page.tsx'

beforeEach(() =>
  server.use(
    http.get('*/api/account/requests', () => HttpResponse.json({ requests: [] })),
    http.get('*/api/account/closing', () => HttpResponse.json({ requestedAt: null, balance: '65.00', openBets: 0 })),
  ),
)

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

describe('the tabs', () => {
  const tabsOf = async (user: ReturnType<typeof aUser>, tab?: 'limits' | 'statistics') => {
    startSession({ user, token: 't' })
    await renderPage(<ProfilePage search={tab ? { tab } : {}} onSearch={() => undefined} />, { path: '/profile' })
    return (await screen.findAllByRole('tab')).map((tab) => [tab.textContent, tab.getAttribute('aria-selected')])
  }

  it('of a bettor are about betting', async () => {
    const tabs = await tabsOf(aUser())
    expect(tabs.map(([name]) => name)).toEqual(['Overview', 'Statistics', 'Limits', 'Settings'])
    expect(screen.getByRole('link', { name: /My Bets/ })).toBeShown()
  })

  it('of an admin are not, whatever the address says', async () => {
    const tabs = await tabsOf(aUser({ is_admin: true }), 'limits')
    expect(tabs).toEqual([
      ['Overview', 'true'],
      ['Statement', 'false'],
      ['Settings', 'false'],
    ])
    expect(screen.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual(['/admin', '/admin/own-float'])
  })

  it('of an auditor have no money and no requests', async () => {
    const tabs = await tabsOf(aUser({ is_admin: true, read_only: true }), 'statistics')
    expect(tabs.map(([name]) => name)).toEqual(['Overview', 'Settings'])
    expect(screen.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual(['/admin'])
    expect(screen.queryByText('Your requests')).toBeNull()
  })
})

describe('what a bettor owes', () => {
  const shown = async (owed?: number) => {
    startSession({ user: aUser({ balance: '0.00', ...(owed !== undefined && { owed }) }), token: 't' })
    await renderPage(<ProfilePage search={{}} onSearch={() => undefined} />, { path: '/profile' })
    await screen.findByText('Your requests')
    return screen.queryByText(/^You owe/)?.textContent ?? null
  }

  it('is shown below the balance, with the reason and what it prevents', async () =>
    expect(await shown(182.98)).toBe(
      'You owe €182.98: a result was corrected after it had been paid. Deposits and returns pay this first; until then no bet and no pay-out is accepted.',
    ))

  it('is not shown if nothing is owed', async () => expect(await shown()).toBeNull())
})
