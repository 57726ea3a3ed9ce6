import { act, screen } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { beforeEach, describe, expect, it } from 'vitest'
import type { Game } from '#services/contract/contract.ts'
import { applyPushes } from '#ui/lib/live/apply-pushes.ts'
import { setClock } from '#ui/lib/time/business-clock.ts'
import { SlipProvider } from '#ui/model/slip/slip-provider.tsx'
import { aGame, aLiveGame, NOW } from '#ui/testing/factories.ts'
import { renderPage } from '#ui/testing/render.tsx'
import { server } from '#ui/testing/server.ts'
import { EventPage } from './event-page.tsx'

const serve = (...games: Game[]) => server.use(http.get('*/api/sports/:sportKey', () => HttpResponse.json(games)))
const show = (game: Pick<Game, 'id' | 'sport_key'>) =>
  renderPage(<EventPage sportKey={game.sport_key} eventId={game.id} />, {
    wrap: (children) => <SlipProvider>{children}</SlipProvider>,
  })

beforeEach(() => setClock({ now: NOW, speed: 1 }))

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
    expect(screen.getByRole('button', { name: 'Draw – Match Result – 3.40' })).toBeShown()
    expect(screen.getByRole('button', { name: 'Over 2.5 – Over/Under Total – 1.85' })).toBeShown()
  })

  it('offers the prices of every market', async () => {
    const game = aGame()
    serve(game)
    const { user } = await show(game)
    const price = await screen.findByRole('button', { name: 'Chelsea – Match Result – 3.55' })
    await user.click(price)
    expect(price.getAttribute('aria-pressed')).toBe('true')
  })

  it('shows old prices as such, and takes no bets at them until new ones come', async () => {
    const game = aLiveGame()
    serve(game)
    const { client, user } = await show(game)
    await user.click(await screen.findByRole('button', { name: 'Draw – Match Result – 3.40' }))
    const push = (changes: Partial<Game>) =>
      act(() => applyPushes(client, [{ kind: 'game', topic: `event:${game.id}`, game: { ...game, ...changes } }]))
    push({ stale: true, revision: 2 })
    const prices = () => screen.getAllByRole('button', { name: /Match Result –/ })
    await screen.findByRole('button', { name: 'Draw – Match Result – 3.40 This price is out of date' })
    expect(prices().every((price) => price.hasAttribute('disabled'))).toBe(true)
    push({ revision: 3 })
    await screen.findByRole('button', { name: 'Draw – Match Result – 3.40' })
    expect(prices().some((price) => price.hasAttribute('disabled'))).toBe(false)
  })

  it('closes betting with the reason when the game finishes, in place', async () => {
    const game = aLiveGame()
    serve(game)
    const { client } = await show(game)
    await screen.findByText("31' · LIVE")
    const finished = { ...game, completed: true, bettable: false, revision: 2 }
    act(() => applyPushes(client, [{ kind: 'game', topic: `event:${game.id}`, game: finished }]))
    expect(await screen.findByText('Final')).toBeShown()
    expect(screen.getAllByText('Game is finished - betting closed').length).toBeGreaterThan(0)
    const prices = screen.getAllByRole('button', { name: /Match Result –/ })
    expect(prices.every((price) => price.hasAttribute('disabled'))).toBe(true)
  })

  it('has texts for no markets and for no such event', async () => {
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
})
