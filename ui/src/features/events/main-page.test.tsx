import { act, screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { beforeEach, describe, expect, it } from 'vitest'
import type { Game } from '#services/contract/contract.ts'
import { writeUpcoming } from '#ui/data/upcoming-cache.ts'
import { applyPushes } from '#ui/lib/live/apply-pushes.ts'
import { setClock } from '#ui/lib/time/business-clock.ts'
import { SlipProvider } from '#ui/model/slip/slip-provider.tsx'
import { aGame, aLiveGame, NOW } from '#ui/testing/factories.ts'
import { renderPage } from '#ui/testing/render.tsx'
import { server } from '#ui/testing/server.ts'
import { MainPage } from './main-page.tsx'

function serve(games: { upcoming?: Game[]; live?: Game[] }) {
  server.use(
    http.get('*/api/sports/live', () => HttpResponse.json(games.live ?? [])),
    http.get('*/api/sports', () => HttpResponse.json(games.upcoming ?? [])),
  )
}

const show = (sport: string | null = null) =>
  renderPage(<MainPage sport={sport} onSport={() => {}} />, {
    wrap: (children) => <SlipProvider>{children}</SlipProvider>,
  })
const section = (name: string | RegExp) => within(screen.getByRole('region', { name }))

beforeEach(() => setClock({ now: NOW, speed: 1 }))

describe('the main page', () => {
  it('shows what is loading, then games under their leagues', async () => {
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

  it('adds a picked price to the slip, and removes it again', async () => {
    serve({ upcoming: [aGame()] })
    const { user } = await show()
    const price = await screen.findByRole('button', { name: '1 – Arsenal to win – 2.10' })
    await user.click(price)
    expect(price.getAttribute('aria-pressed')).toBe('true')
    const other = screen.getByRole('button', { name: 'X – Draw – 3.40' })
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
    await screen.findByRole('button', { name: '1 – Napoli to win – 1.95' })
    const pushed = { ...aLiveGame({ prices: { home: 1.8, draw: 3.2, away: 4.3 } }), id: game.id, revision: 2 }
    act(() => applyPushes(client, [{ kind: 'game', topic: 'live', game: pushed }]))
    const moved = await screen.findByRole('button', { name: '1 – Napoli to win – 1.80' })
    expect(moved.getAttribute('data-move')).toBe('down')
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
    const price = await screen.findByRole('button', { name: /Arsenal to win – 1.50/ })
    expect(price.hasAttribute('disabled')).toBe(true)
    gate.resolve()
    await waitFor(() => expect(price.hasAttribute('disabled')).toBe(false))
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
    expect(screen.getByText('No live games right now')).toBeShown()
    expect(screen.getByRole('button', { name: 'Try again' })).toBeShown()
  })
})
