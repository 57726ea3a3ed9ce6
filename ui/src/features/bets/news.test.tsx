import { act, screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Bet, User } from '#services/contract/contract.ts'
import { startSession } from '#ui/lib/session.ts'
import { setClock } from '#ui/lib/time/business-clock.ts'
import { receiveToasts } from '#ui/lib/toasts.ts'
import { aBet, aUser, NOW } from '#ui/testing/factories.ts'
import { renderPage } from '#ui/testing/render.tsx'
import { server } from '#ui/testing/server.ts'
import { SinceLastVisit } from './components/since-last-visit.tsx'
import { readLastVisit, saveLastVisit } from './model/last-visit.ts'
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
  it('is told as it happens, each once; what was settled before the page was opened is not', async () => {
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

  it('is summed up where many come at once', async () => {
    serve()
    const { client } = await renderPage(<SettlementNews />)
    await waitFor(() => expect(client.isFetching()).toBe(0))
    serve(...Array.from({ length: 4 }, () => settled({ status: 'won', potential_win: 2.5, settled_at: LATER })))
    await act(() => client.invalidateQueries({ queryKey: ['bets'] }))
    await waitFor(() => expect(told).toEqual(['info: 4 bets settled · €10.00 returned']))
  })
})

describe('the number at My Bets', () => {
  it('counts what was settled since the last visit, and nothing after the next', async () => {
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
  it('sums up what was won, refunded, lost and settled again, with amounts', async () => {
    saveLastVisit(ada.id, Date.parse(LAST_VISIT))
    serve(won, settled({ status: 'won', potential_win: 40 }), lost, refunded, { ...won, id: 'again', resettled: true })
    const onShow = vi.fn()
    const { user } = await renderPage(<SinceLastVisit account={ada.id} onShow={onShow} />)
    const panel = within(await screen.findByRole('region', { name: 'Since your last visit' }))
    expect(
      panel.getAllByRole('term').map((term) => `${term.textContent}: ${term.nextElementSibling?.textContent}`),
    ).toEqual(['Won 2: +€41.45', 'Refunded 1: +€20.00', 'Lost 1: €20.00 staked', 'Settled again 1: +€1.45'])
    expect(Date.parse(readLastVisit(ada.id) ?? '')).toBeGreaterThanOrEqual(Date.parse(NOW))
    await user.click(panel.getByRole('button', { name: 'Show 5' }))
    expect(onShow).toHaveBeenCalled()
  })

  it('is nothing at the first visit', async () => {
    const asked = vi.fn(() => HttpResponse.json([won]))
    server.use(http.get('/api/bets/my-bets', asked))
    await renderPage(<SinceLastVisit account={ada.id} onShow={() => undefined} />)
    await waitFor(() => expect(readLastVisit(ada.id)).not.toBeNull())
    expect(asked).not.toHaveBeenCalled()
    expect(screen.queryByRole('region')).toBeNull()
  })
})
