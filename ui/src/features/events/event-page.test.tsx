import { act, screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { Game, SportFamily } from '#services/contract/contract.ts'
import { applyPushes } from '#ui/lib/live/apply-pushes.ts'
import { LAG_MS, setStreamState } from '#ui/lib/live/stream-state.ts'
import { readTopics } from '#ui/lib/live/topics.ts'
import { setClock } from '#ui/lib/time/business-clock.ts'
import { SlipProvider } from '#ui/model/slip/slip-provider.tsx'
import { aGame, aLiveGame, NOW } from '#ui/testing/factories.ts'
import { renderPage } from '#ui/testing/render.tsx'
import { server } from '#ui/testing/server.ts'
import { EventPage } from './event-page.tsx'

const serve = (...games: Game[]) => server.use(http.get('*/api/sports/:sportKey', () => HttpResponse.json(games)))
const SPORTS = [
  {
    key: 'soccer',
    title: 'Football',
    description: '',
    leagues: [{ key: 'soccer_epl', title: 'Premier League', country: 'GB-ENG' }],
  },
  { key: 'mma', title: 'MMA', description: '', leagues: [{ key: 'mma', title: 'MMA', country: null }] },
] satisfies SportFamily[]
const show = (game: Pick<Game, 'id' | 'sport_key'>) =>
  renderPage(<EventPage sportKey={game.sport_key} eventId={game.id} />, {
    wrap: (children) => <SlipProvider>{children}</SlipProvider>,
  })

beforeEach(() => {
  setClock({ now: NOW, speed: 1 })
  server.use(http.get('*/api/sports', () => HttpResponse.json(SPORTS)))
})

describe('the event page', () => {
  it('shows teams, start and every market', async () => {
    const game = aGame()
    game.bookmakers[0]?.markets.push({
      key: 'totals',
      last_update: NOW,
      outcomes: [
        { name: 'Over', price: 1.85, point: 2.5 },
        { name: 'Under', price: 1.95, point: 2.5 },
      ],
    })
    serve(game)
    await show(game)
    expect(screen.getAllByRole('status').map((status) => status.textContent)).toContain('Loading…')
    expect(await screen.findByRole('heading', { level: 1, name: 'Arsenal vs Chelsea' })).toBeShown()
    expect(screen.getByText('Not started')).toBeShown()
    expect(screen.getByRole('button', { name: 'Draw – Match Result, 3.40' })).toBeShown()
    expect(screen.getByRole('button', { name: 'Over 2.5 – Over/Under Total, 1.85' })).toBeShown()
  })

  it.each([
    [{}, ['Football', 'Premier League']],
    [{ sport: 'boxing', sport_key: 'boxing_boxing', league_key: 'boxing_boxing', league_title: 'Boxing' }, ['Boxing']],
  ])('leads to its sport and its league, and to no name twice: %j', async (changes, names) => {
    const game = aGame({ country: null, ...changes })
    serve(game)
    await show(game)
    const breadcrumb = within(await screen.findByRole('navigation', { name: 'Breadcrumb' }))
    expect(breadcrumb.getAllByRole('link').map((link) => link.textContent)).toEqual(names)
  })

  it('listens to the event of a possible id, and to nothing for any other address', async () => {
    serve()
    const { unmount } = await show({ ...aGame(), id: 'a'.repeat(32) })
    expect(readTopics()).toEqual([`event:${'a'.repeat(32)}`])
    unmount()
    await show({ ...aGame(), id: 'abc' })
    expect(readTopics()).toEqual([])
    expect(await screen.findByText('No data available for this event.')).toBeShown()
  })

  it('offers the prices of every market', async () => {
    const game = aGame()
    serve(game)
    const { user } = await show(game)
    const price = await screen.findByRole('button', { name: 'Chelsea – Match Result, 3.55' })
    await user.click(price)
    expect(price.getAttribute('aria-pressed')).toBe('true')
  })

  it('names a double chance by 1, X and 2, and in full for screen readers', async () => {
    const game = aGame()
    game.bookmakers[0]?.markets.push({
      key: 'double_chance',
      last_update: NOW,
      outcomes: [
        { name: 'Arsenal or Draw', price: 1.3 },
        { name: 'Arsenal or Chelsea', price: 1.25 },
        { name: 'Draw or Chelsea', price: 1.75 },
      ],
    })
    serve(game)
    await show(game)
    expect(await screen.findByRole('button', { name: '1X – Arsenal or Draw, Double Chance, 1.30' })).toBeShown()
    expect(screen.getByRole('button', { name: /^12 – Arsenal or Chelsea/ })).toBeShown()
    expect(screen.getByRole('button', { name: /^X2 – Draw or Chelsea/ })).toBeShown()
  })

  it('takes no bets at prices once nothing has arrived for too long', async () => {
    const game = aLiveGame()
    serve(game)
    await show(game)
    const price = await screen.findByRole('button', { name: 'Draw – Match Result, 3.40' })
    const at = Date.now() + LAG_MS
    vi.spyOn(Date, 'now').mockReturnValue(at)
    act(() => setStreamState('delayed'))
    expect(price.hasAttribute('aria-disabled')).toBe(true)
    expect(price.title).toBe('This price is out of date')
    vi.restoreAllMocks()
    act(() => setStreamState('live'))
    expect(price.hasAttribute('aria-disabled')).toBe(false)
    act(() => setStreamState('off'))
  })

  it('marks stale prices, and takes no bets at them until new ones arrive', async () => {
    const game = aLiveGame()
    serve(game)
    const { client, user } = await show(game)
    await user.click(await screen.findByRole('button', { name: 'Draw – Match Result, 3.40' }))
    const push = (changes: Partial<Game>) =>
      act(() => applyPushes(client, [{ kind: 'game', topic: `event:${game.id}`, game: { ...game, ...changes } }]))
    push({ stale: true, revision: 2 })
    const prices = () => screen.getAllByRole('button', { name: /Match Result,/ })
    await screen.findByRole('button', { name: 'Draw – Match Result, 3.40 This price is out of date' })
    expect(prices().every((price) => price.hasAttribute('aria-disabled'))).toBe(true)
    push({ revision: 3 })
    await screen.findByRole('button', { name: 'Draw – Match Result, 3.40' })
    expect(prices().some((price) => price.hasAttribute('aria-disabled'))).toBe(false)
  })

  it('closes betting with the reason when the game finishes, in place', async () => {
    const game = aLiveGame()
    serve(game)
    const { client } = await show(game)
    expect(await screen.findByText("31'")).toBeShown()
    expect(screen.getByText('Live')).toBeShown()
    expect(screen.queryByText('LIVE')).toBeNull()
    expect(screen.getByText('≈ 1H')).toBeShown()
    const finished = { ...game, completed: true, bettable: false, revision: 2 }
    act(() => applyPushes(client, [{ kind: 'game', topic: `event:${game.id}`, game: finished }]))
    expect(await screen.findByText('Final')).toBeShown()
    expect(screen.getAllByText('Game is finished - betting closed').length).toBeGreaterThan(0)
    const prices = screen.getAllByRole('button', { name: /Match Result,/ })
    expect(prices.every((price) => price.hasAttribute('aria-disabled'))).toBe(true)
  })

  it('shows no score for a game that ended by the clock without one', async () => {
    const hours = 5 * 3_600_000
    const game = aLiveGame({ commence_time: new Date(Date.parse(NOW) - hours).toISOString(), scores: null })
    serve(game)
    await show(game)
    const board = within(await screen.findByRole('region', { name: 'Scoreboard' }))
    expect(board.getAllByText('–')).toHaveLength(2)
    expect(board.queryByText('0')).toBeNull()
  })

  it.each([
    [20, 'No score yet'],
    [300, 'Awaiting result'],
  ])('says of a game that nothing was told of for %i minutes what is true: %s', async (minutes, status) => {
    const startedAt = new Date(Date.parse(NOW) - minutes * 60_000).toISOString()
    const game = aLiveGame({ commence_time: startedAt, last_update: null, scores: null, prices: null })
    serve(game)
    await show(game)
    const board = within(await screen.findByRole('region', { name: 'Scoreboard' }))
    expect(board.getByText(status)).toBeShown()
    expect(board.queryByText('Not started')).toBeNull()
    expect(board.getAllByText('–')).toHaveLength(2)
  })

  it('keeps the row of a line that is taken down, and says what the score has decided', async () => {
    const line = (point: number) => [
      { name: 'Over', price: 1.85, point },
      { name: 'Under', price: 1.95, point },
    ]
    const withTotals = (game: Game, ...points: number[]): Game => {
      const [book] = game.bookmakers
      const totals = { key: 'totals', last_update: NOW, outcomes: points.flatMap(line) }
      return { ...game, bookmakers: [{ ...book!, markets: [book!.markets[0]!, totals] }] }
    }
    const game = aLiveGame()
    serve(withTotals(game, 1.5, 2.5))
    const { client } = await show(game)
    await screen.findByRole('button', { name: 'Over 1.5 – Over/Under Total, 1.85' })
    const goals = (home: number) => [
      { name: game.home_team, score: String(home) },
      { name: game.away_team, score: '0' },
    ]
    const push = (next: Game) =>
      act(() => applyPushes(client, [{ kind: 'game', topic: `event:${game.id}`, game: next }]))
    push({ ...withTotals(game, 2.5), scores: goals(1), revision: 2 })
    const locked = await screen.findByRole('button', { name: 'Over 1.5 – Over/Under Total, Betting is suspended' })
    expect(locked.hasAttribute('aria-disabled')).toBe(true)
    push({ ...withTotals(game, 2.5), scores: goals(2), revision: 3 })
    expect(await screen.findByText("Decided at 31' · Over")).toBeShown()
    expect(screen.getByRole('rowheader', { name: '1.5' })).toBeShown()
    expect(screen.getByRole('button', { name: 'Under 2.5 – Over/Under Total, 1.95' })).toBeShown()
  })

  it('lists many markets by group, and finds them by name and by team', async () => {
    const game = aGame()
    const keys = ['draw_no_bet', 'team_totals', 'alternate_spreads', 'btts', 'double_chance', 'h2h_h1', 'h2h_h2']
    const more = Array.from({ length: 9 }, (_, at) => `player_market_${at}`)
    for (const key of [...keys, ...more])
      game.bookmakers[0]?.markets.push({ key, last_update: NOW, outcomes: [{ name: 'Chelsea', price: 2 }] })
    serve(game)
    const { user } = await show(game)
    const names = () => screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent)
    const all = await screen.findByRole('button', { name: 'All 17' })
    expect(all.getAttribute('aria-pressed')).toBe('true')
    await user.click(screen.getByRole('button', { name: 'Periods' }))
    expect(names()).toEqual([
      expect.stringContaining('Match Result - 1st Half'),
      expect.stringContaining('Match Result - 2nd Half'),
    ])
    await user.click(screen.getByRole('button', { name: /^All/ }))
    await user.type(screen.getByRole('searchbox', { name: 'Find a market or a team' }), 'double')
    expect(names()).toEqual([expect.stringContaining('Double Chance')])
    await user.clear(screen.getByRole('searchbox'))
    await user.type(screen.getByRole('searchbox'), 'nothing like it')
    expect(screen.getByText('No markets match.')).toBeShown()
  })

  it('shows the price history of an outcome, as a line and as a table', async () => {
    const game = aGame()
    serve(game)
    const asked: string[] = []
    const recorded = [
      { at: '2026-11-20T12:00:00.000Z', odds: '2.40' },
      { at: '2026-11-20T12:30:00.000Z', odds: null },
      { at: '2026-11-20T13:00:00.000Z', odds: '2.20' },
      { at: '2026-11-20T13:30:00.000Z', odds: '2.10' },
    ]
    server.use(
      http.get('*/api/sports/prices', ({ request }) => {
        const query = new URL(request.url).searchParams
        asked.push(query.get('selection') ?? '')
        return HttpResponse.json({ prices: query.get('selection') === 'Draw' ? [] : recorded, truncated: false })
      }),
    )
    const { user } = await show(game)
    await user.click(await screen.findByRole('button', { name: 'Price history: Match Result' }))
    const dialog = await screen.findByRole('dialog', { name: 'Price history' })
    expect(await within(dialog).findByRole('img', { name: 'Prices over time, between 2.10 and 2.40' })).toBeShown()
    expect(within(dialog).getByText(/^Recorded since Fri 20 Nov 13:00\./)).toBeShown()
    await user.click(within(dialog).getByRole('button', { name: 'Table' }))
    const rows = within(dialog).getAllByRole('row').slice(1)
    expect(rows.map(({ textContent }) => textContent)).toEqual([
      expect.stringMatching(/14:30.*2\.10$/),
      expect.stringMatching(/14:00.*2\.20$/),
      expect.stringMatching(/13:30Taken down$/),
      expect.stringMatching(/13:00.*2\.40$/),
    ])
    await user.selectOptions(within(dialog).getByRole('combobox', { name: 'Outcome' }), 'Draw')
    expect(await within(dialog).findByText('No prices were recorded for this outcome.')).toBeShown()
    expect(asked).toEqual(['Arsenal', 'Draw'])
  })

  it('says why a match result is suspended: without any market, and among others', async () => {
    const reason = 'Betting is suspended: the prices that came in look wrong'
    const game = aGame({ prices: null, suspended_markets: [{ market: 'h2h', why: 'in-doubt' }] })
    serve(game)
    const { unmount } = await show(game)
    expect(await screen.findByText(reason)).toBeShown()
    unmount()
    const [book] = aGame().bookmakers
    const outcomes = [
      { name: 'Over', price: 1.85, point: 2.5 },
      { name: 'Under', price: 1.95, point: 2.5 },
    ]
    const beside = { ...game, bookmakers: [{ ...book!, markets: [{ key: 'totals', last_update: NOW, outcomes }] }] }
    serve(beside)
    await show(beside)
    for (const name of ['Arsenal', 'Draw', 'Chelsea']) {
      const price = await screen.findByRole('button', { name: `${name} – Match Result, ${reason}` })
      expect(price.hasAttribute('aria-disabled')).toBe(true)
    }
    expect(screen.getByRole('button', { name: 'Over 2.5 – Over/Under Total, 1.85' })).toBeShown()
  })

  it('has texts for an event without markets and for one that does not exist', async () => {
    const game = aGame({ prices: null })
    serve(game)
    const { unmount } = await show(game)
    expect(await screen.findByText('No betting markets available for this event')).toBeShown()
    unmount()
    serve()
    await show(aGame())
    expect(await screen.findByText('No data available for this event.')).toBeShown()
  })

  it('shows an error with a retry', async () => {
    const game = aGame()
    server.use(
      http.get('*/api/sports/:sportKey', () =>
        HttpResponse.json({ error: 'Failed to fetch event data from Odds API', code: 'x' }, { status: 400 }),
      ),
    )
    const { user } = await show(game)
    expect((await screen.findByRole('alert')).textContent).toContain('Error: Failed to fetch event data from Odds API')
    serve(game)
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await screen.findByRole('heading', { level: 1, name: 'Arsenal vs Chelsea' })).toBeShown()
  })

  const ALL = ['Sports & Leagues', '/sports'] as const
  const FOOTBALL = ['Football', '/sports/soccer'] as const
  const PREMIER_LEAGUE = ['Premier League', '/leagues/soccer_epl'] as const
  it.each([
    ['soccer_epl', 404, [ALL, FOOTBALL, PREMIER_LEAGUE]],
    ['soccer_epl', 400, [ALL, FOOTBALL, PREMIER_LEAGUE]],
    ['soccer', 404, [ALL, FOOTBALL]],
    // its only league has the name of the sport
    ['mma', 404, [ALL, ['MMA', '/leagues/mma']]],
    ['nowhere', 404, [ALL]],
  ] as const)('leads back to what the address names if it cannot be shown: %s, %i', async (sportKey, status, parts) => {
    server.use(http.get('*/api/sports/:sportKey', () => HttpResponse.json({ error: '', code: 'x' }, { status })))
    await show({ id: 'a'.repeat(32), sport_key: sportKey })
    await screen.findByRole(status === 404 ? 'link' : 'alert', status === 404 ? { name: 'Go to the home page' } : {})
    const links = () => within(screen.getByRole('navigation', { name: 'Breadcrumb' })).getAllByRole('link')
    await waitFor(() => expect(links().map((link) => [link.textContent, link.getAttribute('href')])).toEqual(parts))
  })
})
