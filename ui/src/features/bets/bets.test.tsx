import { screen, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { describe, expect, it } from 'vitest'
import type { Bet, BetLeg } from '#services/contract/contract.ts'
import { groupBets, withPlaced } from '#ui/data/bets.ts'
import { startSession } from '#ui/lib/session.ts'
import { aBet, aLeg, aUser } from '#ui/testing/factories.ts'
import { renderPage } from '#ui/testing/render.tsx'
import { server } from '#ui/testing/server.ts'
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

/** Serves pages that link to the next one, and collects the requested query strings. */
async function openPaged(pages: Bet[][], requested: string[], list: 'open' | 'settled') {
  server.use(
    http.get('/api/bets/my-bets', ({ request }) => {
      const { search, searchParams } = new URL(request.url)
      requested.push(search)
      const before = searchParams.get('before')
      const at = before === null ? 0 : pages.findIndex((page) => page.at(-1)?.id === before) + 1
      const link = `</api/bets/my-bets?before=${pages[at]!.at(-1)!.id}&list=${list}>; rel="next"`
      return HttpResponse.json(pages[at], at < pages.length - 1 ? { headers: { link } } : {})
    }),
  )
  startSession({ user: aUser(), token: 't' })
  return renderPage(<MyBetsPage />, { path: '/my-bets' })
}

async function open(bets: Bet[]) {
  server.use(http.get('/api/bets/my-bets', () => HttpResponse.json(bets)))
  startSession({ user: aUser(), token: 't' })
  return renderPage(<MyBetsPage />, { path: '/my-bets' })
}

describe('My Bets', () => {
  it('requires a session', async () => {
    await renderPage(<MyBetsPage />, { path: '/my-bets' })
    expect(screen.getByRole('alert').textContent).toBe('Not authenticated')
  })

  it.each([
    [{ error: 'The ledger is away', code: 'not_ready' }, 'Error loading bets: The ledger is away'],
    [{}, 'Error loading bets: Failed to fetch bets'],
  ])('shows the error: %j', async (body, text) => {
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

  it('shows why a single is void', async () => {
    const { user } = await open([aBet({ status: 'refunded', quote: leg('Arsenal', 'void', 'late') })])
    await user.click(await screen.findByRole('tab', { name: /Settled/ }))
    expect(screen.getByText('Void: placed after the result was known')).toBeShown()
  })

  it('links from a settled single to its event', async () => {
    const { user } = await open([
      aBet({ status: 'won', event_id: 'e1', sport_key: 'soccer_epl', game: 'Inter vs Milan' }),
      aBet({ status: 'lost', event_id: 'e2', sport_key: 'basketball_nba', game: 'Celtics vs Knicks' }),
    ])
    await user.click(await screen.findByRole('tab', { name: /Settled/ }))
    const targets = screen.getAllByRole('link').map((link) => link.getAttribute('href'))
    expect(targets).toEqual(['/leagues/soccer_epl/events/e1', '/sports/basketball_nba/events/e2'])
  })

  it("expands a parlay's legs, each with its own status", async () => {
    const { user } = await open([parlay])
    await user.click(await screen.findByRole('button', { name: /Show legs/ }))
    const items = within(screen.getByRole('article')).getAllByRole('listitem')
    expect(items.map((item) => /Won|Pending|Refunded/.exec(item.textContent ?? '')?.[0])).toEqual([
      'Won',
      'Pending',
      'Refunded',
    ])
    expect(items[2]?.textContent).toContain('Void: the event was abandoned')
    expect(screen.getByRole('button', { name: 'Hide legs · 1 won, 1 refunded, 1 pending' })).toBeShown()
  })

  it('has a text for each empty list', async () => {
    const { user } = await open([])
    expect(await screen.findByText('No open bets.')).toBeShown()
    await user.click(screen.getByRole('tab', { name: /Settled/ }))
    expect(screen.getByText('No settled bets yet.')).toBeShown()
  })

  it('shows a long history in steps', async () => {
    const { user } = await open(Array.from({ length: 70 }, () => aBet()))
    expect(await screen.findAllByRole('article')).toHaveLength(30)
    await user.click(screen.getByRole('button', { name: 'Show more' }))
    expect(screen.getAllByRole('article')).toHaveLength(60)
  })

  it('loads older settled bets, and focuses the first of them', async () => {
    const pages = [[aBet(), aBet({ status: 'won' }), aBet({ status: 'lost' })], [aBet({ status: 'refunded' })]]
    const requested: string[] = []
    const { user } = await openPaged(pages, requested, 'settled')
    expect((await screen.findByRole('tab', { name: /Open Bets/ })).textContent).toBe('Open Bets 1')
    expect(screen.queryByRole('button', { name: 'Show older bets' })).toBeNull()
    await user.click(screen.getByRole('tab', { name: 'Settled Bets 2+' }))
    await user.click(screen.getByRole('button', { name: 'Show older bets' }))
    expect(await screen.findByRole('tab', { name: 'Settled Bets 3' })).toBeShown()
    expect(requested).toEqual(['', `?before=${pages[0]!.at(-1)!.id}&list=settled`])
    expect(screen.queryByRole('button', { name: 'Show older bets' })).toBeNull()
    expect(document.activeElement?.textContent).toContain('Refunded')
  })

  it('loads more open bets, then the settled ones', async () => {
    const pages = [
      [aBet(), aBet()],
      [aBet(), aBet({ status: 'won' })],
    ]
    const { user } = await openPaged(pages, [], 'open')
    await user.click(await screen.findByRole('tab', { name: 'Settled Bets 0+' }))
    expect(screen.getByText('No settled bets loaded yet.')).toBeShown()
    await user.click(screen.getByRole('tab', { name: 'Open Bets 2+' }))
    await user.click(screen.getByRole('button', { name: 'Show older bets' }))
    expect(await screen.findByRole('tab', { name: 'Open Bets 3' })).toBeShown()
    await user.click(screen.getByRole('tab', { name: 'Settled Bets 1' }))
    expect(screen.getAllByRole('article')).toHaveLength(1)
  })

  it('shows a bet that was settled between two pages once, in its latest state', () => {
    const bet = aBet()
    const settled = { ...bet, status: 'won' as const }
    const pages = [
      { body: [bet], next: '/api/bets/my-bets?before=1&list=settled' },
      { body: [settled], next: null },
    ]
    expect(groupBets({ pages, pageParams: [] })).toEqual({
      open: [],
      settled: [settled],
      hasMoreOpen: false,
      hasMoreSettled: false,
    })
  })
})

describe('a bet just placed', () => {
  it('is on top until the list has it', () => {
    const [known, placed] = [aBet(), aBet()]
    const listOf = (...body: Bet[]) => ({ pages: [{ body, next: 'next' }], pageParams: [null] })
    expect(withPlaced(listOf(known), [placed])).toEqual(listOf(placed, known))
    expect(withPlaced(listOf(placed, known), [placed])).toEqual(listOf(placed, known))
    expect(withPlaced(undefined, [placed])).toBeUndefined()
  })
})
