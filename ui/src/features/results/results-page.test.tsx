import { screen, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { GameResult } from '#services/contract/contract.ts'
import { setClock } from '#ui/lib/time/business-clock.ts'
import { NOW } from '#ui/testing/factories.ts'
import { renderPage } from '#ui/testing/render.tsx'
import { server } from '#ui/testing/server.ts'
import { ResultsPage } from './results-page.tsx'

const result = (changes: Partial<GameResult>): GameResult => ({
  id: crypto.randomUUID().replaceAll('-', ''),
  sport: 'soccer',
  sport_name: 'Football',
  sport_key: 'soccer_epl',
  league_key: 'soccer_epl',
  league_title: 'EPL',
  country: 'GB-ENG',
  home_team: 'Arsenal',
  away_team: 'Chelsea',
  commence_time: '2026-11-19T19:00:00.000Z',
  score: { home: 2, away: 1 },
  ended: 'final',
  ...changes,
})
const NBA = { sport: 'basketball', sport_name: 'Basketball', sport_key: 'basketball_nba', league_key: 'basketball_nba' }

const serve = (byDay: Record<string, GameResult[]>) =>
  server.use(
    http.get('*/api/sports/results', ({ request }) => {
      const day = new URL(request.url).searchParams.get('day') ?? ''
      return HttpResponse.json({ day, games: byDay[day] ?? [] })
    }),
  )
const page = (props: Partial<Parameters<typeof ResultsPage>[0]> = {}) =>
  renderPage(<ResultsPage day={null} sport={null} onDay={vi.fn()} onSport={vi.fn()} {...props} />)

beforeEach(() => setClock({ now: NOW, speed: 1 }))

describe('the results', () => {
  it('are yesterday’s by sport and league, with the final scores', async () => {
    const nba = result({ ...NBA, league_title: 'NBA', home_team: 'Lakers', score: null, ended: 'abandoned' })
    serve({ '2026-11-19': [result({}), nba, result({ home_team: 'Leeds' })] })
    await page()
    expect(screen.getByText('Loading results...')).toBeShown()
    const link = await screen.findByRole('link', { name: /Arsenal/ })
    expect(link.textContent).toBe('20:00Arsenal2Chelsea1')
    expect(link.getAttribute('href')).toMatch(/^\/leagues\/soccer_epl\/events\//)
    expect(screen.getByRole('link', { name: /Lakers/ }).textContent).toContain('Abandoned')
    expect(screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent)).toEqual([
      'Football',
      'Basketball',
    ])
    const days = within(screen.getByRole('group', { name: 'Day' })).getAllByRole('button')
    expect(days.map(({ textContent }) => textContent)).toEqual([
      'Today',
      'Yesterday',
      'Wed 18 Nov',
      'Tue 17 Nov',
      'Mon 16 Nov',
      'Sun 15 Nov',
      'Sat 14 Nov',
    ])
    expect(days[1]?.getAttribute('aria-pressed')).toBe('true')
  })

  it('are filtered by sport, and fetched by day', async () => {
    serve({ '2026-11-20': [result({}), result({ ...NBA, home_team: 'Lakers' })] })
    const onDay = vi.fn()
    const { user } = await page({ day: '2026-11-20', sport: 'basketball', onDay })
    await screen.findByRole('link', { name: /Lakers/ })
    expect(screen.queryByRole('link', { name: /Arsenal/ })).toBeNull()
    await user.click(screen.getByRole('button', { name: 'Wed 18 Nov' }))
    expect(onDay).toHaveBeenCalledWith('2026-11-18')
  })

  it('say so if there are none, and if they cannot be fetched', async () => {
    serve({})
    const onDay = vi.fn()
    const { unmount, user: visitor } = await page({ onDay })
    expect(await screen.findByText('No results for Thu 19 Nov.')).toBeShown()
    await visitor.click(screen.getByRole('button', { name: 'Show Wed 18 Nov' }))
    expect(onDay).toHaveBeenCalledWith('2026-11-18')
    unmount()
    const failure = { error: 'Failed to fetch event data from Odds API', code: 'events_failed' }
    server.use(http.get('*/api/sports/results', () => HttpResponse.json(failure, { status: 400 })))
    const { user } = await page()
    expect((await screen.findByRole('alert')).textContent).toContain('Error: Failed to fetch event data from Odds API')
    serve({ '2026-11-19': [result({})] })
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await screen.findByRole('link', { name: /Arsenal/ })).toBeShown()
  })
})
