import { act, cleanup, screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { Game } from '#services/contract/contract.ts'
import { writeUpcoming } from '#ui/data/upcoming-cache.ts'
import { applyPushes } from '#ui/lib/live/apply-pushes.ts'
import { LAG_MS, setStreamState } from '#ui/lib/live/stream-state.ts'
import { setClock } from '#ui/lib/time/business-clock.ts'
import { SlipProvider } from '#ui/model/slip/slip-provider.tsx'
import { aGame, aLiveGame, NOW } from '#ui/testing/factories.ts'
import { renderPage } from '#ui/testing/render.tsx'
import { server } from '#ui/testing/server.ts'
import { MainPage } from './main-page.tsx'
import type { ComingFilter } from './model/games/coming-filter.ts'

function serve(games: { upcoming?: Game[]; live?: Game[] }) {
  server.use(
    http.get('*/api/sports/live', () => HttpResponse.json(games.live ?? [])),
    http.get('*/api/sports', () => HttpResponse.json(games.upcoming ?? [])),
  )
}

const show = (sport: string | null = null, when: ComingFilter | null = null, onWhen = (_: ComingFilter | null) => {}) =>
  renderPage(<MainPage sport={sport} onSport={() => {}} when={when} onWhen={onWhen} />, {
    wrap: (children) => <SlipProvider>{children}</SlipProvider>,
  })
const section = (name: string | RegExp) => within(screen.getByRole('region', { name }))

beforeEach(() => setClock({ now: NOW, speed: 1 }))

describe('the main page', () => {
  it('shows loading texts, then games under their leagues', async () => {
    serve({ upcoming: [aGame()], live: [aLiveGame()] })
    await show()
    expect(screen.getAllByRole('status').map((status) => status.textContent)).toEqual(
      expect.arrayContaining(['Loading Games of the Day...', 'Loading live games...']),
    )
    expect(await screen.findByRole('heading', { name: /Premier League/ })).toBeShown()
    const live = section(/^Live/)
    expect(await live.findByText("31'")).toBeShown()
    expect(live.getByText('LIVE')).toBeShown()
    expect(section(/^Games of the Day/).getByText('16:00')).toBeShown()
    expect(screen.getByText('Sat 21 Nov')).toBeShown()
  })

  it('has empty texts for all sports and for one', async () => {
    serve({})
    const { unmount } = await show()
    expect(await screen.findByText('No Games of the Day found.')).toBeShown()
    expect(await screen.findByText('No live games right now')).toBeShown()
    // Both empty sections link on.
    expect(screen.getAllByRole('link', { name: 'Sports & Leagues' }).length).toBeGreaterThan(2)
    unmount()
    await show('golf')
    expect(await screen.findByText('No Golf games found.')).toBeShown()
    expect(await screen.findByText('No live Golf games right now')).toBeShown()
  })

  it('limits both sections to the chosen sport', async () => {
    const celtics = aGame({ sport: 'basketball', home_team: 'Boston Celtics', prices: { home: 1.6, away: 2.3 } })
    serve({ upcoming: [aGame(), celtics], live: [aLiveGame()] })
    await show('basketball')
    expect(await screen.findByText('Boston Celtics')).toBeShown()
    expect(screen.queryByText('Arsenal')).toBeNull()
    expect(screen.queryByText('Napoli')).toBeNull()
    expect(screen.getByRole('button', { name: /Basketball/ }).getAttribute('aria-pressed')).toBe('true')
  })

  it('hides finished games, and those that have ended by the clock', async () => {
    serve({
      live: [
        aLiveGame({ home_team: 'Done', completed: true }),
        aLiveGame({ home_team: 'Old', commence_time: '2026-11-20T12:00:00.000Z', last_update: null, prices: null }),
        aLiveGame({ home_team: 'Playing' }),
      ],
    })
    await show()
    expect(await screen.findByText('Playing')).toBeShown()
    expect(screen.queryByText('Done')).toBeNull()
    expect(screen.queryByText('Old')).toBeNull()
  })

  it('shows six Games of the Day, and all of them on demand', async () => {
    serve({ upcoming: Array.from({ length: 8 }, (_, index) => aGame({ home_team: `Home ${index}` })) })
    const { user } = await show()
    const rows = () => section(/^Games of the Day/).getAllByRole('listitem')
    const all = await screen.findByRole('button', { name: 'Show all 8', expanded: false })
    expect(rows()).toHaveLength(6)
    await user.click(all)
    expect(rows()).toHaveLength(8)
    await user.click(screen.getByRole('button', { name: 'Show fewer', expanded: true }))
    expect(rows()).toHaveLength(6)
  })

  it('filters the Games of the Day by time, with a way back where none is left', async () => {
    serve({ upcoming: [aGame()] })
    const onWhen = vi.fn()
    const { unmount, user } = await show(null, null, onWhen)
    await screen.findByText('Arsenal')
    await user.click(screen.getByRole('button', { name: 'Tomorrow', pressed: false }))
    expect(onWhen).toHaveBeenLastCalledWith('tomorrow')
    unmount()
    const tomorrow = await show(null, 'tomorrow', onWhen)
    expect(await screen.findByText('Arsenal')).toBeShown()
    await user.click(screen.getByRole('button', { name: 'Tomorrow', pressed: true }))
    expect(onWhen).toHaveBeenLastCalledWith(null)
    tomorrow.unmount()
    await show(null, 'today', onWhen)
    expect(await screen.findByText('No Games of the Day found.')).toBeShown()
    onWhen.mockClear()
    await user.click(screen.getByRole('button', { name: 'Show all games' }))
    expect(onWhen).toHaveBeenCalledWith(null)
  })

  it('finds starred leagues again', async () => {
    serve({
      upcoming: [aGame(), aGame({ league_key: 'soccer_efl_champ', league_title: 'Championship', home_team: 'Leeds' })],
    })
    const { user } = await show(null, 'favourites')
    expect(await screen.findByText('Star a league or a team to find it here.')).toBeShown()
    cleanup()
    await show()
    await user.click(await screen.findByRole('button', { name: 'Add Championship to favourites' }))
    cleanup()
    await show(null, 'favourites')
    expect(await screen.findByText('Leeds')).toBeShown()
    expect(screen.queryByText('Arsenal')).toBeNull()
    await user.click(screen.getByRole('button', { name: 'Remove Championship from favourites' }))
    expect(await screen.findByText('No Games of the Day found.')).toBeShown()
  })

  it('marks indicative prices', async () => {
    serve({ upcoming: [aGame({ prices: null })] })
    await show()
    const home = await screen.findByRole('button', { name: '1 Arsenal to win against Chelsea, 2.00 indicative' })
    expect(home.hasAttribute('aria-disabled')).toBe(true)
    const marks = screen.getAllByText('indicative').filter((mark) => mark.closest('button') === null)
    expect(marks).toHaveLength(1)
  })

  it('filters by all sports or by one, each with its emoji', async () => {
    serve({})
    await show('tennis')
    const chips = within(screen.getByRole('group', { name: 'All Sports' })).getAllByRole('button', { name: /./ })
    const named = chips.filter((chip) => chip.hasAttribute('aria-pressed'))
    expect(named.map((chip) => chip.textContent.replace(/\d.*$/, ''))).toEqual([
      'All',
      '⚽Football',
      '🏀Basketball',
      '🏈NFL',
      '⚾Baseball',
      '🎾Tennis',
      '🏒Hockey',
      '⛳Golf',
      '🥋MMA',
      '🥊Boxing',
      '🏏Cricket',
      '🏉AFL',
      '🏉Rugby',
    ])
    expect(screen.getByRole('heading', { name: /^Games of the Day\s*Tennis$/ })).toBeShown()
    expect(screen.getByRole('heading', { name: /^Live\s*Tennis/ })).toBeShown()
  })

  it('counts the games behind each sport', async () => {
    serve({ upcoming: [aGame(), aGame({ sport: 'rugbyleague' })], live: [aLiveGame()] })
    await show()
    for (const name of [/^All 3 games$/, /Football 2 games$/, /Rugby 1 game$/, /Golf 0 games$/])
      expect(await screen.findByRole('button', { name })).toBeShown()
  })

  it('offers no prices once nothing has arrived for too long', async () => {
    serve({ upcoming: [aGame()], live: [aLiveGame()] })
    await show()
    const buttons = () => screen.getAllByRole('button', { name: /to win/ })
    await screen.findByText('Napoli')
    expect(buttons().some((button) => button.hasAttribute('aria-disabled'))).toBe(false)
    const at = Date.now() + LAG_MS
    vi.spyOn(Date, 'now').mockReturnValue(at)
    act(() => setStreamState('delayed'))
    expect(buttons().every((button) => button.hasAttribute('aria-disabled'))).toBe(true)
    vi.restoreAllMocks()
    act(() => setStreamState('live'))
    expect(buttons().some((button) => button.hasAttribute('aria-disabled'))).toBe(false)
    act(() => setStreamState('off'))
  })

  it('adds a picked price to the slip, and removes it again', async () => {
    serve({ upcoming: [aGame()] })
    const { user } = await show()
    const price = await screen.findByRole('button', { name: '1 Arsenal to win against Chelsea, 2.10' })
    await user.click(price)
    expect(price.getAttribute('aria-pressed')).toBe('true')
    const other = screen.getByRole('button', { name: 'X Draw in Arsenal vs Chelsea, 3.40' })
    await user.click(other)
    expect(price.getAttribute('aria-pressed')).toBe('false')
    expect(other.getAttribute('aria-pressed')).toBe('true')
    await user.click(other)
    expect(other.getAttribute('aria-pressed')).toBe('false')
  })

  it('moves a price when a newer one is pushed', async () => {
    const game = aLiveGame({ prices: { home: 1.95, draw: 3.2, away: 4.3 } })
    serve({ live: [game] })
    const { client } = await show()
    await screen.findByRole('button', { name: '1 Napoli to win against Torino, 1.95' })
    const pushed = { ...aLiveGame({ prices: { home: 1.8, draw: 3.2, away: 4.3 } }), id: game.id, revision: 2 }
    act(() => applyPushes(client, [{ kind: 'game', topic: 'live', game: pushed }]))
    const moved = await screen.findByRole('button', { name: '1 Napoli to win against Torino, 1.80' })
    expect(moved.getAttribute('data-move')).toBe('down')
  })

  it('keeps a game that ends in its place, with its result, but no longer counts it', async () => {
    const games = [
      aLiveGame({ home_team: 'Roma' }),
      aLiveGame({ home_team: 'Lecce' }),
      aLiveGame({ home_team: 'Pisa' }),
    ]
    serve({ live: games })
    const { client } = await show()
    const order = () =>
      section(/^Live/)
        .getAllByRole('listitem')
        .map((row) => /Roma|Lecce|Pisa/.exec(row.textContent)?.[0])
    await screen.findByText('Lecce')
    expect(order()).toEqual(['Lecce', 'Pisa', 'Roma'])
    const final: Game = {
      ...games[1]!,
      completed: true,
      revision: 2,
      scores: [
        { name: 'Lecce', score: '2' },
        { name: 'Torino', score: '0' },
      ],
    }
    act(() => applyPushes(client, [{ kind: 'game', topic: 'live', game: final }]))
    expect(await screen.findByText('Final · Lecce won')).toBeShown()
    expect(screen.getByText('FT')).toBeShown()
    expect(order()).toEqual(['Lecce', 'Pisa', 'Roma'])
    expect(screen.getByRole('heading', { name: /^Live\s*2 games in 1 league/ })).toBeShown()
    serve({ live: games.filter(({ home_team }) => home_team !== 'Lecce') })
    await act(() => client.refetchQueries({ queryKey: ['games', 'live'] }))
    expect(order()).toEqual(['Lecce', 'Pisa', 'Roma'])
  })

  it.each([null, 'hour'] as const)('keeps the row of a Game of the Day that starts on screen (%s)', async (when) => {
    const first = aGame({ home_team: 'Roma', commence_time: '2026-11-20T14:30:00.000Z' })
    serve({ upcoming: [first, aGame()] })
    const { client } = await show(null, when)
    const games = () => section(/^Games of the Day/)
    await screen.findByText('Roma')
    const started = { ...aLiveGame({ home_team: 'Roma' }), id: first.id, revision: 2 }
    serve({ upcoming: [aGame()], live: [started] })
    await act(() => client.refetchQueries({ queryKey: ['games'] }))
    expect(await games().findByText('LIVE')).toBeShown()
    const visibility = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden')
    act(() => void document.dispatchEvent(new Event('visibilitychange')))
    visibility.mockRestore()
    await waitFor(() => expect(games().queryByText('Roma')).toBeNull())
    expect(section(/^Live/).getByText('Roma')).toBeShown()
  })

  it('counts the leagues in which a game is still on', async () => {
    const over = aLiveGame({ league_key: 'soccer_spain_la_liga', home_team: 'Betis' })
    serve({ live: [aLiveGame(), over] })
    const { client } = await show()
    expect(await screen.findByRole('heading', { name: /^Live\s*2 games in 2 leagues/ })).toBeShown()
    act(() => applyPushes(client, [{ kind: 'game', topic: 'live', game: { ...over, completed: true, revision: 2 } }]))
    expect(await screen.findByRole('heading', { name: /^Live\s*1 game in 1 league$/ })).toBeShown()
  })

  it('does not offer the last prices of a game that is shown as over', async () => {
    serve({ live: [aLiveGame()] })
    await show()
    const price = await screen.findByRole('button', { name: '1 Napoli to win against Torino, 2.10' })
    act(() => setClock({ now: '2026-11-20T15:00:00.000Z', speed: 1 }))
    expect(await screen.findByText('FT')).toBeShown()
    expect(price.hasAttribute('aria-disabled')).toBe(true)
    expect(price.title).toBe('This price is out of date')
  })

  it('does not offer prices of an earlier visit until they are refetched', async () => {
    const cached = aGame({ prices: { home: 1.5, draw: 4, away: 7 } })
    writeUpcoming([cached], performance.timeOrigin - 60_000, 'games-of-the-day')
    const gate = Promise.withResolvers<void>()
    server.use(
      http.get('*/api/sports/live', () => HttpResponse.json([])),
      http.get('*/api/sports', async () => {
        await gate.promise
        return HttpResponse.json([cached])
      }),
    )
    await show()
    const price = await screen.findByRole('button', { name: /Arsenal to win against Chelsea, 1.50/ })
    expect(price.hasAttribute('aria-disabled')).toBe(true)
    gate.resolve()
    await waitFor(() => expect(price.hasAttribute('aria-disabled')).toBe(false))
  })

  it('falls back to the extended live games, then to none with a retry', async () => {
    let extended = true
    server.use(
      http.get('*/api/sports', () => HttpResponse.json([])),
      http.get('*/api/sports/live', ({ request }) =>
        extended && new URL(request.url).searchParams.has('extended')
          ? HttpResponse.json([aLiveGame()])
          : HttpResponse.json({ error: 'Failed to fetch event data from Odds API', code: 'refused' }, { status: 400 }),
      ),
    )
    const { unmount } = await show()
    expect(await screen.findByText('Napoli')).toBeShown()
    unmount()
    extended = false
    await show()
    expect((await screen.findByRole('alert')).textContent).toContain('Failed to fetch event data from Odds API')
    expect(screen.queryByText('No live games right now')).toBeNull()
    expect(screen.getByRole('button', { name: 'Try again' })).toBeShown()
  })
})
