// The pages of sports and leagues: all sports, the leagues of one, the games of a league.
import { screen, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { Game } from '#services/contract/contract.ts'
import { setClock } from '#ui/lib/time/business-clock.ts'
import { SlipProvider } from '#ui/model/slip/slip-provider.tsx'
import { aGame, aLiveGame, NOW } from '#ui/testing/factories.ts'
import { renderPage } from '#ui/testing/render.tsx'
import { server } from '#ui/testing/server.ts'
import { LeaguePage } from './league-page.tsx'
import { LeaguesPage } from './leagues-page.tsx'
import { SportsPage } from './sports-page.tsx'

const league = (key: string, title: string, country: string) => ({ key, title, country })
const FAMILIES = [
  {
    key: 'soccer',
    title: 'Football',
    description: 'Leagues and cups',
    leagues: [
      league('soccer_epl', 'EPL', 'GB-ENG'),
      league('soccer_brazil_campeonato', 'Brasileirão', 'BR'),
      league('soccer_fifa_world_cup', 'FIFA World Cup', 'INT'),
    ],
  },
  { key: 'baseball', title: 'Baseball', description: 'MLB and more', leagues: [league('baseball_mlb', 'MLB', 'US')] },
]
const wrap = { wrap: (children: React.ReactNode) => <SlipProvider>{children}</SlipProvider> }

let games: Game[] = []
beforeEach(() => {
  games = []
  setClock({ now: NOW, speed: 1 })
  server.use(
    http.get('*/api/sports', () => HttpResponse.json(FAMILIES)),
    http.get('*/api/sports/soccer_epl', () => HttpResponse.json(games)),
  )
})

it('Sports & Leagues has a card for each sport, with its description and the number of its leagues', async () => {
  await renderPage(<SportsPage />, wrap)
  expect(screen.getByRole('heading', { level: 1, name: 'Sports & Leagues' })).toBeShown()
  await screen.findByText('MLB and more')
  const cards = screen
    .getAllByRole('listitem')
    .map((card) => [card.textContent, within(card).getByRole('link')] as const)
  expect(cards.map(([text, link]) => [text, link.getAttribute('href')])).toEqual([
    ['⚽FootballLeagues and cups3 leagues', '/sports/soccer'],
    ['⚾BaseballMLB and more1 league', '/sports/baseball'],
  ])
})

describe('the leagues of a sport', () => {
  const show = (sportKey: string, region: string | null = null, onRegion = (_: string | null) => {}) =>
    renderPage(<LeaguesPage sportKey={sportKey} region={region} onRegion={onRegion} />, wrap)
  const links = () => screen.getAllByRole('link').filter((link) => link.getAttribute('href')?.startsWith('/leagues/'))

  it('lead to their games, each with the flag and the name of its country', async () => {
    await show('soccer')
    await screen.findByText('EPL')
    expect(links().map((link) => [link.getAttribute('href'), link.textContent])).toEqual([
      ['/leagues/soccer_epl', 'EPLEngland'],
      ['/leagues/soccer_brazil_campeonato', 'BrasileirãoBrazil'],
      ['/leagues/soccer_fifa_world_cup', 'FIFA World CupInternational'],
    ])
    expect(links()[0]?.querySelector('img')?.getAttribute('src')).toMatch(/GB-ENG/)
  })

  it('of football are filtered by region, other countries in a menu', async () => {
    const onRegion = vi.fn()
    const { user } = await show('soccer', null, onRegion)
    await screen.findByText('EPL')
    const more = await screen.findByRole('button', { name: 'More...' })
    const chips = within(screen.getByRole('group', { name: 'Region' })).getAllByRole('button')
    expect(chips.map((chip) => chip.textContent)).toEqual([
      'All Leagues',
      'International',
      'England',
      'Spain',
      'Italy',
      'Germany',
      'Portugal',
      'More...',
    ])
    await user.click(chips[2]!)
    expect(onRegion).toHaveBeenLastCalledWith('England')
    await user.click(more)
    await user.click(await screen.findByRole('menuitemradio', { name: 'Brazil' }))
    expect(onRegion).toHaveBeenLastCalledWith('Brazil')
  })

  it('are limited to one region, with a text if there are none', async () => {
    const { unmount } = await show('soccer', 'International')
    await screen.findByText('FIFA World Cup')
    expect(links()).toHaveLength(1)
    unmount()
    await show('soccer', 'Spain')
    expect(await screen.findByText('No leagues available for Spain at the moment.')).toBeShown()
  })

  it('of other sports have no regions', async () => {
    await show('baseball')
    await screen.findByText('MLB')
    expect(screen.queryByRole('group', { name: 'Region' })).toBeNull()
  })
})

it.each(['soccer', 'rugbyleague'])('the key of a sport is not a league: %s', async (key) => {
  server.use(http.get(`*/api/sports/${key}`, () => HttpResponse.json(key === 'soccer' ? [] : [aGame()])))
  await renderPage(<LeaguePage leagueKey={key} when={null} onWhen={() => {}} />, wrap)
  expect(await screen.findByRole('heading', { level: 1, name: 'League not found' })).toBeShown()
  expect(screen.getByRole('link', { name: 'Go to the home page' })).toBeShown()
})

describe('the games of a league', () => {
  const show = () => renderPage(<LeaguePage leagueKey="soccer_epl" when={null} onWhen={() => {}} />, wrap)

  it('are listed under its title, upcoming and live, without the sport filter', async () => {
    games = [aGame(), aLiveGame({ league_key: 'soccer_epl' })]
    await show()
    const coming = within(await screen.findByRole('region', { name: /^EPL - Games of the Day/ }))
    const live = within(screen.getByRole('region', { name: /^EPL - Live/ }))
    expect(await coming.findByText('Arsenal')).toBeShown()
    expect(live.getByText('Napoli')).toBeShown()
    expect(coming.queryByText('Napoli')).toBeNull()
    expect(screen.queryByRole('group', { name: 'All Sports' })).toBeNull()
  })

  it('have no key as the title when they cannot be loaded', async () => {
    const isDown = () => HttpResponse.json({ error: 'Not now', code: 'refused' }, { status: 400 })
    server.use(http.get('*/api/sports/soccer_epl', isDown), http.get('*/api/sports', isDown))
    await show()
    expect(await screen.findAllByText('Not now')).toHaveLength(2)
    expect(screen.getByRole('heading', { level: 2, name: 'Games of the Day' })).toBeShown()
    expect(screen.queryByText(/soccer_epl/)).toBeNull()
  })

  it('may be none', async () => {
    await show()
    const section = (name: RegExp) => within(screen.getByRole('region', { name }))
    expect(await screen.findByText('No Games of the Day found.')).toBeShown()
    expect(section(/- Games of the Day/).getByRole('link', { name: 'Sports & Leagues' })).toBeShown()
    expect(screen.getByText('No live games right now')).toBeShown()
    expect(
      section(/- Live/)
        .getByRole('link', { name: 'All live' })
        .getAttribute('href'),
    ).toBe('/livegames')
  })
})
