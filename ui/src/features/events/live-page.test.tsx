import { screen, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { Game } from '#services/contract/contract.ts'
import { setClock } from '#ui/lib/time/business-clock.ts'
import { SlipProvider } from '#ui/model/slip/slip-provider.tsx'
import { aLiveGame, NOW } from '#ui/testing/factories.ts'
import { renderPage } from '#ui/testing/render.tsx'
import { server } from '#ui/testing/server.ts'
import { LivePage } from './live-page.tsx'

const onSport = vi.fn()
async function show(live: Game[], sport: string | null = null) {
  server.use(http.get('*/api/sports/live', () => HttpResponse.json(live)))
  return renderPage(<LivePage sport={sport} onSport={onSport} />, {
    wrap: (children) => <SlipProvider>{children}</SlipProvider>,
  })
}
const of = (...sports: string[]) => sports.map((sport) => aLiveGame({ sport, league_key: sport, home_team: sport }))
const chips = () => within(screen.getByRole('group', { name: 'All Sports' })).getAllByRole('button')

beforeEach(() => {
  onSport.mockClear()
  setClock({ now: NOW, speed: 1 })
})

describe('the live games', () => {
  it('are counted beside their title', async () => {
    await show(of('soccer', 'tennis', 'tennis'))
    expect(await screen.findByRole('heading', { level: 1, name: 'Live Games 3' })).toBeShown()
  })

  it('each have a minute, prices and a score, which is 0 to 0 until there is one', async () => {
    await show([aLiveGame({ scores: null })])
    await screen.findByText('Napoli')
    expect(screen.getByText("31'")).toBeShown()
    expect(screen.getByText('LIVE')).toBeShown()
    expect(screen.getAllByText('0')).toHaveLength(2)
    expect(screen.getByRole('button', { name: '1 Napoli to win against Torino, 2.10' })).toBeShown()
  })

  it('are filtered by all sports, or by one of the first four in play', async () => {
    const { user } = await show(of('rugbyleague', 'tennis', 'soccer', 'mma', 'basketball', 'icehockey'))
    await screen.findByText('soccer')
    const names = chips().map((chip) => chip.textContent)
    expect(names.slice(-5)).toEqual(['All Sports', '⚽Football', '🏀Basketball', '🎾Tennis', '🏒Hockey'])
    await user.click(screen.getByRole('button', { name: /Tennis/ }))
    expect(onSport).toHaveBeenCalledWith('tennis')
  })

  it('are limited to one sport, whose filter stays even if it is not among the first', async () => {
    await show(of('tennis', 'soccer', 'mma', 'basketball', 'icehockey'), 'mma')
    await screen.findByText('mma')
    expect(screen.queryByText('soccer')).toBeNull()
    expect(screen.getByRole('button', { name: /MMA/, pressed: true })).toBeShown()
    expect(chips().filter((chip) => /[⚽🏀🎾🏒🥋]/u.test(chip.textContent))).toHaveLength(4)
  })

  it('may be none', async () => {
    await show([])
    expect(await screen.findByText('No live games right now')).toBeShown()
    expect(screen.getByText('Games will appear here when they start!')).toBeShown()
  })
})
