import { act, screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Bet, User } from '#services/contract/contract.ts'
import { startSession } from '#ui/lib/session.ts'
import { setClock } from '#ui/lib/time/business-clock.ts'
import { receiveToasts } from '#ui/lib/toasts.ts'
import { SlipProvider } from '#ui/model/slip/slip-provider.tsx'
import { aBet, aUser, NOW } from '#ui/testing/factories.ts'
import { createTestClient, renderPage } from '#ui/testing/render.tsx'
import { server } from '#ui/testing/server.ts'
import type { BetSearch } from './model/bet-search.ts'
import { readLastVisit, saveLastVisit } from './model/last-visit.ts'
import { MyBetsPage } from './my-bets-page.tsx'
import NewsCount from './news-count.tsx'
import SettlementNews from './settlement-news.tsx'

const LAST_VISIT = '2026-11-20T12:00:00.000Z'
const SINCE = '2026-11-20T13:00:00.000Z'
const LATER = '2026-11-20T14:05:00.000Z'

let told: string[] = []
let ada: User
let stopReceiving = () => {}

beforeEach(() => {
  told = []
  stopReceiving = receiveToasts(({ message, type }) => told.push(`${type}: ${message}`))
  setClock({ now: NOW, speed: 1 })
  ada = aUser()
  startSession({ user: ada, token: 't' })
})
afterEach(() => stopReceiving())

const settled = (changes: Partial<Bet>) => aBet({ settled_at: SINCE, ...changes })
const won = settled({ status: 'won', selection: 'Declan Dvorak', potential_win: 1.45 })
const lost = settled({ status: 'lost', selection: 'Ajax', bet_amount: 20, potential_win: 0 })
const refunded = settled({ status: 'refunded', selection: 'Celtics', potential_win: 20 })

const serve = (...bets: Bet[]) => server.use(http.get('/api/bets/my-bets', () => HttpResponse.json(bets)))

describe('a settlement', () => {
  it('is notified as it happens, once, but not if it happened before the page was opened', async () => {
    saveLastVisit(ada.id, Date.parse(LAST_VISIT))
    serve(lost)
    const { client } = await renderPage(<SettlementNews />)
    const query = () => client.getQueryCache().find({ queryKey: ['bets', 'settled-since', LAST_VISIT] })
    await waitFor(() => expect(query()?.state.data).toBeDefined())
    const settle = async (...bets: Bet[]) => {
      serve(...bets)
      await act(() => client.invalidateQueries({ queryKey: ['bets'] }))
    }
    await settle(won, lost)
    await waitFor(() => expect(told).toEqual(['success: Won €1.45 · Declan Dvorak']))
    const again = {
      ...won,
      status: 'lost' as const,
      potential_win: 0,
      bet_amount: 1,
      settled_at: LATER,
      resettled: true,
    }
    await settle(again, lost)
    await waitFor(() => expect(told.slice(1)).toEqual(['info: Settled again: Lost €1.00 · Declan Dvorak']))
  })

  it('is summed up if many come at once', async () => {
    serve()
    const { client } = await renderPage(<SettlementNews />)
    await waitFor(() => expect(client.isFetching()).toBe(0))
    serve(...Array.from({ length: 3 }, () => settled({ status: 'won', potential_win: 2.5, settled_at: LATER })))
    await act(() => client.invalidateQueries({ queryKey: ['bets'] }))
    await waitFor(() => expect(told).toEqual(['info: 3 bets settled · €7.50 returned']))
  })
})

describe('the number at My Bets', () => {
  it('counts the bets settled since the last visit, and none after the next', async () => {
    saveLastVisit(ada.id, Date.parse(LAST_VISIT))
    serve(won, lost, settled({ status: 'won', settled_at: LAST_VISIT }))
    await renderPage(<NewsCount />)
    expect(await screen.findByText('2')).toBeShown()
    expect(screen.getAllByText('settled since your last visit')).toHaveLength(1)
    act(() => saveLastVisit(ada.id, Date.parse(NOW)))
    expect(screen.queryByText('2')).toBeNull()
  })
})

describe('since the last visit', () => {
  const panel = () => screen.findByRole('region', { name: 'Since your last visit' })
  const openPage = (onSearch = (_: BetSearch) => {}, client = createTestClient()) =>
    renderPage(<MyBetsPage search={{}} onSearch={onSearch} />, {
      client,
      path: '/my-bets',
      wrap: (children) => <SlipProvider>{children}</SlipProvider>,
    })
  /** Serves the list of all bets, and those settled since an instant. */
  const serveBoth = (list: Bet[], unseen: () => Response | Promise<Response>) =>
    server.use(
      http.get('/api/bets/totals', () => HttpResponse.json({}, { status: 503 })),
      http.get('/api/sports', () => HttpResponse.json([])),
      http.get('/api/sports/live', () => HttpResponse.json([])),
      http.get('/api/bets/my-bets', ({ request }) =>
        new URL(request.url).searchParams.has('since') ? unseen() : HttpResponse.json(list),
      ),
    )

  it('sums up what was won, refunded, lost and settled again, with amounts', async () => {
    saveLastVisit(ada.id, Date.parse(LAST_VISIT))
    const again = { ...won, id: 'again', resettled: true }
    const bets = [won, settled({ status: 'won', potential_win: 40 }), lost, refunded, again]
    serveBoth(bets, () => HttpResponse.json(bets))
    const onSearch = vi.fn()
    const { user } = await openPage(onSearch)
    const shown = within(await panel())
    expect(
      shown.getAllByRole('term').map((term) => `${term.textContent}: ${term.nextElementSibling?.textContent}`),
    ).toEqual(['Won 2: +€41.45', 'Refunded 1: +€20.00', 'Lost 1: €20.00 staked', 'Settled again 1: +€1.45'])
    expect(Date.parse(readLastVisit(ada.id) ?? '')).toBeGreaterThanOrEqual(Date.parse(NOW))
    await user.click(shown.getByRole('button', { name: 'Show 5' }))
    expect(onSearch).toHaveBeenCalledWith({ tab: 'settled' })
  })

  it('appears together with the list, never above one that is already there', async () => {
    saveLastVisit(ada.id, Date.parse(LAST_VISIT))
    let answer = () => {}
    const until = new Promise<void>((resolve) => {
      answer = resolve
    })
    serveBoth([aBet()], async () => {
      await until
      return HttpResponse.json([won])
    })
    const { client } = await openPage()
    await waitFor(() => expect(client.getQueryState(['bets', 'mine'])?.status).toBe('success'))
    expect(screen.queryByRole('article')).toBeNull()
    expect(screen.getByText('Loading your bets…')).toBeShown()
    answer()
    await panel()
    expect(screen.getByRole('article')).toBeShown()
  })

  it('is there at once if the settlement news has fetched it', async () => {
    const seen = settled({ id: 'seen', status: 'won', settled_at: LAST_VISIT })
    saveLastVisit(ada.id, Date.parse(LAST_VISIT) - 60_000)
    serveBoth([aBet()], () => HttpResponse.json([won, seen]))
    const { client } = await renderPage(<SettlementNews />)
    await waitFor(() => expect(client.isFetching()).toBe(0))
    saveLastVisit(ada.id, Date.parse(LAST_VISIT))
    serveBoth([aBet()], () => new Promise<Response>(() => undefined))
    await openPage(undefined, client)
    expect(within(await panel()).getByRole('button', { name: 'Show 1' })).toBeShown()
  })

  it('does not appear for bets settled during the visit', async () => {
    saveLastVisit(ada.id, Date.parse(LAST_VISIT))
    let unseen: Bet[] = []
    serveBoth([aBet()], () => HttpResponse.json(unseen))
    const { client } = await openPage()
    await screen.findByRole('article')
    unseen = [won]
    await act(() => client.invalidateQueries({ queryKey: ['bets'] }))
    expect(client.getQueryData(['bets', 'settled-since', LAST_VISIT])).toMatchObject({ bets: [won] })
    expect(screen.queryByRole('region', { name: 'Since your last visit' })).toBeNull()
  })

  it('does not hold back the list if it cannot be loaded', async () => {
    saveLastVisit(ada.id, Date.parse(LAST_VISIT))
    serveBoth([aBet()], () => HttpResponse.json({ error: 'No', code: 'x' }, { status: 400 }))
    await openPage()
    expect(await screen.findByRole('article')).toBeShown()
  })

  it('is not shown at the first visit', async () => {
    const asked = vi.fn(() => HttpResponse.json([won]))
    serveBoth([aBet()], asked)
    await openPage()
    await screen.findByRole('article')
    expect(readLastVisit(ada.id)).not.toBeNull()
    expect(asked).not.toHaveBeenCalled()
    expect(screen.queryByRole('region', { name: 'Since your last visit' })).toBeNull()
  })
})
