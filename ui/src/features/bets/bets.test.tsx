import { screen, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { describe, expect, it } from 'vitest'
import type { Bet, BetLeg } from '../../../../services/api/contract.ts'
import { startSession } from '../../lib/session.ts'
import { aBet, aLeg, aUser } from '../../testing/factories.ts'
import { renderPage } from '../../testing/render.tsx'
import { server } from '../../testing/server.ts'
import { withPending } from './api.ts'
import { progressText } from './bet-card.tsx'
import { MyBetsPage } from './my-bets-page.tsx'

const leg = (selection: string, status: BetLeg['status'], void_reason: string | null = null) =>
  aLeg({ gameTitle: `${selection} vs Chelsea`, selection, status, void_reason })
const legs = [leg('Arsenal', 'won'), leg('Napoli', 'pending'), leg('Celtics', 'void', 'abandoned')]
const parlay = aBet({
  is_parlay: true,
  game: '3-Leg Parlay',
  bet_type: 'parlay',
  selection: null,
  event_id: null,
  legs,
  quote: null,
})

async function open(bets: Bet[]) {
  server.use(http.get('/api/bets/my-bets', () => HttpResponse.json(bets)))
  startSession({ user: aUser(), token: 't' })
  return renderPage(<MyBetsPage />, { path: '/my-bets' })
}

describe('My Bets', () => {
  it('asks to be signed in', async () => {
    await renderPage(<MyBetsPage />, { path: '/my-bets' })
    expect(screen.getByRole('alert').textContent).toBe('Not authenticated')
  })

  it.each([
    [{ error: 'The ledger is away', code: 'not_ready' }, 'Error loading bets: The ledger is away'],
    [{}, 'Error loading bets: Failed to fetch bets'],
  ])('says what went wrong: %j', async (body, text) => {
    server.use(http.get('/api/bets/my-bets', () => HttpResponse.json(body, { status: 500 })))
    startSession({ user: aUser(), token: 't' })
    await renderPage(<MyBetsPage />, { path: '/my-bets' })
    const alert = await screen.findByRole('alert')
    expect(alert.textContent).toContain(text)
    expect(within(alert).getByRole('button', { name: 'Try again' })).toBeShown()
  })

  it('counts and separates open and settled bets', async () => {
    const { user } = await open([
      aBet(),
      parlay,
      aBet({ status: 'won', selection: 'Inter', potential_win: 42 }),
      aBet({ status: 'lost', selection: 'Bayern', potential_win: 0 }),
      aBet({ status: 'refunded', selection: 'Ajax', potential_win: 20 }),
    ])
    expect((await screen.findByRole('tab', { name: /Open Bets/ })).textContent).toBe('Open Bets 2')
    expect(screen.getAllByRole('article')).toHaveLength(2)
    await user.click(screen.getByRole('tab', { name: 'Settled Bets 3' }))
    const cards = screen.getAllByRole('article').map((card) => card.textContent ?? '')
    expect(cards.map((text) => /Won|Lost|Refunded/.exec(text)?.[0])).toEqual(['Won', 'Lost', 'Refunded'])
    expect(cards[0]).toContain('€42.00 (+€22.00)')
    expect(cards[1]).toContain('€0.00 (−€20.00)')
  })

  it('says why a single is void', async () => {
    const { user } = await open([aBet({ status: 'refunded', quote: leg('Arsenal', 'void', 'late') })])
    await user.click(await screen.findByRole('tab', { name: /Settled/ }))
    expect(screen.getByText('Void: placed after the result was known')).toBeShown()
  })

  it('leads from a settled single to its event', async () => {
    const { user } = await open([
      aBet({ status: 'won', event_id: 'e1', sport_key: 'soccer_epl', game: 'Inter vs Milan' }),
      aBet({ status: 'lost', event_id: 'e2', sport_key: 'basketball_nba', game: 'Celtics vs Knicks' }),
    ])
    await user.click(await screen.findByRole('tab', { name: /Settled/ }))
    const targets = screen.getAllByRole('link').map((link) => link.getAttribute('href'))
    expect(targets).toEqual(['/leagues/soccer_epl/events/e1', '/sports/basketball_nba/events/e2'])
  })

  it("unfolds a parlay's legs, each with its own status", async () => {
    const { user } = await open([parlay])
    await user.click(await screen.findByRole('button', { name: /Show legs/ }))
    const items = within(screen.getByRole('article')).getAllByRole('listitem')
    expect(items.map((item) => /Won|Pending|Refunded/.exec(item.textContent ?? '')?.[0])).toEqual([
      'Won',
      'Pending',
      'Refunded',
    ])
    expect(items[2]?.textContent).toContain('Void: the event was abandoned')
    expect(progressText(legs)).toBe('1 won, 1 refunded, 1 pending')
  })

  it('has a text for each empty list', async () => {
    const { user } = await open([])
    expect(await screen.findByText('No open bets.')).toBeShown()
    await user.click(screen.getByRole('tab', { name: /Settled/ }))
    expect(screen.getByText('No settled bets yet.')).toBeShown()
  })

  it('shows a long history in parts', async () => {
    const { user } = await open(Array.from({ length: 70 }, () => aBet()))
    expect(await screen.findAllByRole('article')).toHaveLength(30)
    await user.click(screen.getByRole('button', { name: 'Show more' }))
    expect(screen.getAllByRole('article')).toHaveLength(60)
  })
})

describe('a bet just placed', () => {
  it('stands on top until the list has it', () => {
    const [known, placed] = [aBet(), aBet()]
    const before = { pages: [[known]], pageParams: [null] }
    expect(withPending(before, [placed])?.pages).toEqual([[placed, known]])
    expect(withPending({ pages: [[placed, known]], pageParams: [null] }, [placed])?.pages).toEqual([[placed, known]])
    expect(withPending(undefined, [placed])).toBeUndefined()
  })
})
