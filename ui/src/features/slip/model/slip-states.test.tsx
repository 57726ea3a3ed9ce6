import { act, screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { beforeEach, describe, expect, it } from 'vitest'
import type { Game, PlaceBetBody } from '#services/contract/contract.ts'
import { gameQuery } from '#ui/data/games.ts'
import { startSession } from '#ui/lib/session.ts'
import { setClock } from '#ui/lib/time/business-clock.ts'
import { receiveToasts } from '#ui/lib/toasts.ts'
import { aLiveGame, aUser, NOW } from '#ui/testing/factories.ts'
import { server } from '#ui/testing/server.ts'
import {
  acceptBet,
  arsenal,
  bettingLimits,
  games,
  napoli,
  open,
  pickTeams,
  placeButton,
  placed,
  resetServer,
  selection,
  signIn,
  slipMessage,
  stake,
} from '../testing/slip.harness.tsx'

beforeEach(() => {
  resetServer()
  setClock({ now: NOW, speed: 1 })
})

/** A reply that the test holds back. */
function held() {
  let release = () => {}
  const until = new Promise<void>((resolve) => {
    release = resolve
  })
  return { until, release: () => release() }
}

/** The slip of a signed-in bettor who has picked these teams. */
async function openWith(...teams: string[]) {
  signIn()
  const view = await open()
  await pickTeams(view, ...teams)
  return view
}

/** Holds back the server's reply to the nth bet. */
function holdBet(nth: number) {
  const { until, release } = held()
  server.use(
    http.post('/api/bets/place-bet', async ({ request }) => {
      const body = (await request.json()) as PlaceBetBody
      await until
      return acceptBet(body, nth)
    }),
  )
  return release
}

describe('what the slip says while it is busy', () => {
  it('that it checks the odds, in the words of the specification', async () => {
    const view = await openWith('Arsenal')
    await view.user.type(stake(), '10')
    const { until, release } = held()
    server.use(
      http.get('/api/sports/:key', async () => {
        await until
        return HttpResponse.json([arsenal])
      }),
    )
    // Awaited from before the press: the check gives up by itself after a while.
    const isTold = waitFor(() => {
      const text = screen.getByText('Please wait while we check the current odds...', { selector: '[data-slip] p' })
      expect(text).toBeShown()
      expect(selection('Arsenal').getByText('Checking the odds…')).toBeShown()
    })
    await view.user.click(placeButton())
    await isTold
    release()
    await screen.findByRole('dialog')
  })

  it('how long a bet in play still waits, but not for one before the start', async () => {
    const view = await openWith('Napoli')
    await view.user.type(stake(), '10')
    const release = holdBet(1)
    const isCounting = waitFor(() => {
      expect(screen.getByText(/^Accepted in [45] s if the price holds\.$/)).toBeShown()
      expect(screen.getByRole('button', { name: /^Placing, [45] s$/ })).toBeShown()
    })
    await view.user.click(placeButton())
    await isCounting
    expect(await screen.findByText(/^Accepted in [123] s if the price holds\.$/)).toBeShown()
    release()
    const receipt = within(await screen.findByRole('dialog'))
    await view.user.click(receipt.getByRole('button', { name: 'Done' }))

    await pickTeams(view, 'Arsenal')
    await view.user.type(stake(), '10')
    const releaseSecond = holdBet(2)
    await view.user.click(placeButton())
    expect(await screen.findByText('Placing your bet…')).toBeShown()
    releaseSecond()
    await screen.findByRole('dialog')
  })

  it('that prices are delayed, and keeps the selections', async () => {
    signIn()
    const view = await open()
    games.set(arsenal.id, { ...arsenal, stale: true } satisfies Game)
    await pickTeams(view, 'Arsenal')
    await view.user.type(stake(), '10')
    await waitFor(() => expect(slipMessage()).toMatch(/^Prices are delayed\./))
    expect(placeButton().getAttribute('aria-disabled')).toBe('true')
    expect(selection('Arsenal').getByText('This price is out of date')).toBeShown()
  })

  it('the minute of a game in play, in red only while its price is current', async () => {
    signIn()
    const view = await open()
    const { commence_time, last_update, scores } = aLiveGame({ home_team: 'Arsenal', away_team: 'Chelsea' })
    const inPlay = { ...arsenal, commence_time, last_update, scores }
    games.set(arsenal.id, inPlay)
    await pickTeams(view, 'Arsenal')
    const minute = () => selection('Arsenal').getByText(/^\d+'$/)
    await waitFor(() => expect(minute().className).toContain('text-live'))
    const stale = { ...inPlay, stale: true, revision: arsenal.revision + 1 } satisfies Game
    act(() => view.client.setQueryData(gameQuery(arsenal.sport_key, arsenal.id).queryKey, stale))
    await waitFor(() => expect(minute().className).not.toContain('text-live'))
  })
})

describe('a selection that the desk has stopped', () => {
  const EVENT = 'Betting on this event is stopped for the moment.'
  it.each([
    ['the market', { stopped_markets: ['h2h'] }, 'Betting on this market is stopped for the moment.'],
    ['the event', { stopped: 'event', bettable: false }, EVENT],
    ['all betting', { stopped: 'all', bettable: false }, 'Betting is stopped for the moment.'],
  ] as const)('%s is said before a bet is placed, and keeps what was picked', async (_what, changes, text) => {
    signIn()
    const view = await open()
    games.set(arsenal.id, { ...arsenal, ...changes } as Game)
    await pickTeams(view, 'Arsenal', 'Napoli')
    await view.user.type(stake(), '10')
    await waitFor(() => expect(slipMessage()).toBe(text))
    expect(placeButton().getAttribute('aria-disabled')).toBe('true')
    expect(selection('Arsenal').getByText(text)).toBeShown()
    expect(selection('Napoli').queryByText(text)).toBeNull()
    await view.user.click(placeButton())
    expect(placed).toEqual([])
  })

  it('can be bet on again after the next update', async () => {
    signIn()
    const view = await open()
    games.set(arsenal.id, { ...arsenal, stopped: 'event', bettable: false } satisfies Game)
    await pickTeams(view, 'Arsenal')
    await view.user.type(stake(), '10')
    await waitFor(() => expect(slipMessage()).toBe(EVENT))
    const resumed = { ...arsenal, revision: arsenal.revision + 1 }
    games.set(arsenal.id, resumed)
    act(() => view.client.setQueryData(gameQuery(arsenal.sport_key, arsenal.id).queryKey, resumed))
    await waitFor(() => expect(slipMessage()).toBeNull())
    expect(placeButton().getAttribute('aria-disabled')).not.toBe('true')
  })
})

describe('the largest stake', () => {
  it('is shown before a refusal, and is what Max stakes', async () => {
    signIn()
    server.use(http.get('/api/bets/limits', () => HttpResponse.json({ ...bettingLimits, maxPayout: 42 })))
    const view = await open()
    await pickTeams(view, 'Arsenal')
    expect(await screen.findByText('Largest stake: €20.00 (limit of one payout)')).toBeShown()
    await view.user.type(stake(), '20.01')
    expect(slipMessage()).toBe('The potential win is above the limit for one bet.')
    await view.user.click(screen.getByRole('button', { name: /Max$/ }))
    expect(placeButton().textContent).toBe('Place bet · €20.00')
    await pickTeams(view, 'Napoli')
    expect(screen.getByText('Largest stake: €10.24 (limit of one payout)')).toBeShown()
  })

  it('is within the cap on this bettor’s bets', async () => {
    signIn()
    const perBet = { stake: 15, payout: 21 }
    server.use(http.get('/api/account/limits', () => HttpResponse.json({ limits: [], break: null, perBet })))
    const view = await open()
    await pickTeams(view, 'Arsenal')
    expect(await screen.findByText('Largest stake: €10.00 (limit of one payout)')).toBeShown()
    perBet.payout = 100
    await view.client.invalidateQueries({ queryKey: ['bets'] })
    expect(await screen.findByText('Largest stake: €15.00 (limit of one bet)')).toBeShown()
    await view.user.type(stake(), '15.01')
    expect(slipMessage()).toBe('This stake is above the most that is accepted for one bet.')
    await view.user.click(screen.getByRole('button', { name: /Max$/ }))
    expect(placeButton().textContent).toBe('Place bet · €15.00')
  })

  it('is within the limits that the bettor set', async () => {
    signIn()
    const left = (kind: string, period: string, amount: number | null) => ({ kind, period, amount: 20, left: amount })
    const limits = [left('stake', 'day', null), left('stake', 'week', 8), left('loss', 'day', 3.5)]
    const perBet = { stake: null, payout: null }
    server.use(http.get('/api/account/limits', () => HttpResponse.json({ limits, break: null, perBet })))
    const view = await open()
    await pickTeams(view, 'Arsenal')
    expect(await screen.findByText('Largest stake: €3.50 (your own limit)')).toBeShown()
    await view.user.click(screen.getByRole('button', { name: /Max$/ }))
    expect(placeButton().textContent).toBe('Place bet · €3.50')
  })

  it('is the balance if that stays below the payout limit: shown once for one bet, shared by several', async () => {
    const view = await openWith('Arsenal')
    expect(screen.getByText('of €65.00')).toBeShown()
    expect(screen.queryByText(/^Largest stake/)).toBeNull()
    await view.user.click(screen.getByRole('button', { name: /Max$/ }))
    expect(placeButton().textContent).toBe('Place bet · €65.00')
    await pickTeams(view, 'Napoli')
    await view.user.click(screen.getByRole('radio', { name: 'Singles' }))
    expect(await screen.findByText('Largest stake: €32.50')).toBeShown()
  })
})

it('has neither stake nor balance nor Place bet for admins, and says why', async () => {
  startSession({ user: aUser({ is_admin: true, balance: '20000.00' }), token: 't' })
  const view = await open()
  await pickTeams(view, 'Arsenal', 'Napoli')
  expect(screen.getByText('Admins do not bet')).toBeShown()
  expect(screen.queryByLabelText(/stake/i)).toBeNull()
  expect(screen.queryByText(/20,000/)).toBeNull()
  expect(screen.queryByRole('button', { name: /^Place/ })).toBeNull()
})

describe('the receipt', () => {
  it('shows market, start and new balance once, without a notification that repeats it', async () => {
    const told: string[] = []
    const disconnect = receiveToasts(({ message }) => told.push(message))
    const view = await openWith('Arsenal')
    await view.user.type(stake(), '20')
    await view.user.click(placeButton())
    const receipt = await screen.findByRole('dialog')
    const once = (text: string | RegExp) => expect(within(receipt).getAllByText(text)).toHaveLength(1)
    once(/Match Result · Arsenal vs Chelsea/)
    once('Sat 21 Nov 16:00')
    once('New balance')
    once('€45.00')
    once('2.10')
    expect(told).toEqual([])
    disconnect()
  })

  it('returns the focus to the price that opened the slip', async () => {
    const view = await openWith(napoli.home_team)
    await view.user.type(stake(), '20')
    await view.user.click(placeButton())
    await screen.findByRole('dialog')
    await view.user.keyboard('{Escape}')
    await waitFor(() => expect(document.activeElement?.textContent).toBe('Pick Napoli'))
  })

  it('never loses the focus when a selection is removed', async () => {
    const view = await open()
    await pickTeams(view, 'Arsenal', 'Napoli')
    await view.user.click(screen.getByRole('button', { name: 'Remove Arsenal in Arsenal vs Chelsea' }))
    await waitFor(() => expect(document.activeElement?.textContent).toBe('Remove Napoli in Napoli vs Torino'))
  })
})
