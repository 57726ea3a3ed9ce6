import { act, screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { Game } from '#services/contract/contract.ts'
import { setClock } from '#ui/lib/time/business-clock.ts'
import { SlipProvider } from '#ui/model/slip/slip-provider.tsx'
import { aGame, aLiveGame, NOW } from '#ui/testing/factories.ts'
import { isOff } from '#ui/testing/is-off.ts'
import { renderPage } from '#ui/testing/render.tsx'
import { server } from '#ui/testing/server.ts'
import { HomePage } from './home-page.tsx'

const EPL = { key: 'soccer_epl', title: 'EPL', country: 'GB-ENG' }
const FAMILIES = [
  {
    key: 'soccer',
    title: 'Football',
    description: 'Leagues and cups',
    leagues: [EPL, { ...EPL, key: 'soccer_fa_cup' }],
  },
  { key: 'mma', title: 'MMA', description: 'Bouts', leagues: [{ key: 'mma', title: 'MMA', country: null }] },
]

type Served = { upcoming?: Game[]; live?: Game[] }

function serve({ upcoming = [], live = [] }: Served) {
  server.use(
    http.get('*/api/sports/live', () => HttpResponse.json(live)),
    http.get('*/api/sports', ({ request }) =>
      HttpResponse.json(new URL(request.url).searchParams.has('upcoming') ? upcoming : FAMILIES),
    ),
  )
}

function show(served: Served) {
  serve(served)
  return renderPage(<HomePage when={null} onWhen={() => {}} />, {
    wrap: (children) => <SlipProvider>{children}</SlipProvider>,
  })
}
const section = (name: string) => within(screen.getByRole('region', { name }))
const at = (minute: number) => `2026-11-21T15:${String(minute).padStart(2, '0')}:00.000Z`
const since = (minute: number) => `2026-11-20T13:${String(minute).padStart(2, '0')}:00.000Z`

beforeEach(() => {
  localStorage.clear()
  setClock({ now: NOW, speed: 1 })
})

describe('home', () => {
  it('has the next six games by their start, whatever order they come in', async () => {
    const starts = [7, 2, 5, 1, 6, 3, 4]
    await show({
      upcoming: starts.map((n) => aGame({ home_team: `Home ${n}`, league_key: `l${n}`, commence_time: at(n) })),
    })
    await screen.findByText('Home 1')
    const names = section('Upcoming Games').getAllByText(/^Home \d$/)
    expect(names.map((name) => name.textContent)).toEqual([1, 2, 3, 4, 5, 6].map((n) => `Home ${n}`))
  })

  it('has the first six live games', async () => {
    await show({
      live: [7, 2, 5, 1, 6, 3, 4].map((n) => aLiveGame({ home_team: `Side ${n}`, commence_time: since(n + 20) })),
    })
    await screen.findByText('Side 1')
    const names = section('Live Now').getAllByText(/^Side \d$/)
    expect(names.map((name) => name.textContent)).toEqual([1, 2, 3, 4, 5, 6].map((n) => `Side ${n}`))
  })

  it('says that nothing is live, and when the next game starts', async () => {
    await show({})
    const live = section('Live Now')
    expect(await live.findByText('No live games right now')).toBeShown()
    expect(live.getByText('Games will appear here when they start!')).toBeShown()
  })

  it('leads from Live Betting to the live games', async () => {
    await show({})
    expect(await screen.findByRole('heading', { name: 'Live Betting' })).toBeShown()
    expect(screen.getByRole('link', { name: 'Live Games' }).getAttribute('href')).toBe('/livegames')
  })

  it('has all sports with the number of their leagues', async () => {
    await show({})
    await screen.findByText('2 leagues')
    const cards = section('All Sports').getAllByRole('listitem')
    expect(cards.map((card) => [within(card).getByRole('link').getAttribute('href'), card.textContent])).toEqual([
      ['/sports/soccer', '⚽FootballLeagues and cups2 leagues'],
      ['/sports/mma', '🥋MMABouts1 league'],
    ])
  })
})

describe('home while it is on screen', () => {
  const coming = [1, 2, 3, 4, 5, 6, 7].map((n) =>
    aGame({ home_team: `Home ${n}`, league_key: `l${n}`, commence_time: at(n) }),
  )
  const started = { ...coming[0]!, ...aLiveGame({ home_team: 'Home 1' }), id: coming[0]!.id, revision: 2 }
  const names = (title: string) =>
    section(title)
      .queryAllByText(/^(Home|Side) \d$/)
      .map(({ textContent }) => textContent)
  const homes = (...of: number[]) => of.map((n) => `Home ${n}`)
  const waiting = (title: string) => section(title).queryByRole('button', { name: /^Show \d+ new games?$/ })

  async function showStarted() {
    const page = await show({ upcoming: coming })
    await screen.findByText('Home 1')
    await waitFor(() => expect(section('Live Now').getByText('No live games right now')).toBeShown())
    serve({ upcoming: coming.slice(1), live: [started] })
    await act(() => page.client.refetchQueries({ queryKey: ['games'] }))
    await section('Live Now').findByText('Home 1')
    return page
  }

  it('keeps the card of a game that starts, in play, until somebody asks for the new one', async () => {
    const { user } = await showStarted()
    expect(names('Upcoming Games')).toEqual(homes(1, 2, 3, 4, 5, 6))
    expect(section('Upcoming Games').getByText('LIVE')).toBeShown()
    await user.click(section('Upcoming Games').getByRole('button', { name: 'Show 1 new game' }))
    expect(names('Upcoming Games')).toEqual(homes(2, 3, 4, 5, 6, 7))
    expect(waiting('Upcoming Games')).toBeNull()
    const { activeElement } = document
    expect([
      activeElement === document.body,
      screen.getByRole('region', { name: 'Upcoming Games' }).contains(activeElement),
    ]).toEqual([false, true])
  })

  it('shows the games as they are once it was out of sight', async () => {
    await showStarted()
    const visibility = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden')
    act(() => void document.dispatchEvent(new Event('visibilitychange')))
    visibility.mockRestore()
    await waitFor(() => expect(names('Upcoming Games')).toEqual(homes(2, 3, 4, 5, 6, 7)))
    expect(waiting('Upcoming Games')).toBeNull()
  })

  it('shows the first game that starts in place of the notice, and the next ones once they are asked for', async () => {
    const { client, user } = await showStarted()
    serve({ upcoming: coming.slice(1), live: [started, aLiveGame({ home_team: 'Side 2', commence_time: since(50) })] })
    await act(() => client.refetchQueries({ queryKey: ['games'] }))
    await waitFor(() => expect(waiting('Live Now')).not.toBeNull())
    expect(names('Live Now')).toEqual(['Home 1'])
    await user.click(waiting('Live Now')!)
    expect(names('Live Now')).toHaveLength(2)
  })

  it('keeps the card of a game that no list has any more, closed for bets', async () => {
    const { client } = await showStarted()
    const price = () => section('Live Now').getAllByRole('button').at(0)!
    expect(isOff(price())).toBe(false)
    serve({ upcoming: coming.slice(1) })
    await act(() => client.refetchQueries({ queryKey: ['games'] }))
    await waitFor(() => expect(isOff(price())).toBe(true))
    expect(names('Live Now')).toEqual(['Home 1'])
  })
})
