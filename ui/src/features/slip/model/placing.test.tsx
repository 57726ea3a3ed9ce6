import { act, screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { beforeEach, describe, expect, it } from 'vitest'
import { readSession, startSession } from '#ui/lib/session.ts'
import { setClock } from '#ui/lib/time/business-clock.ts'
import { aUser } from '#ui/testing/factories.ts'
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
  repriced,
  resetServer,
  serve,
  signIn,
  stake,
} from '../testing/slip.harness.tsx'

beforeEach(resetServer)

describe('before placing', () => {
  it('shows an empty slip', async () => {
    await open()
    expect(await screen.findByText('(No bets added yet.)')).toBeShown()
  })

  it('asks a visitor to sign in, and to return here', async () => {
    const view = await open()
    await pickTeams(view, 'Arsenal')
    expect(screen.getByText('Please log in to place a bet.')).toBeShown()
    const link = screen.getByRole('link', { name: /sign in/i })
    expect(new URL(link.getAttribute('href') ?? '', 'http://x').searchParams.get('redirect')).toBe('/betslip')
  })

  it('computes the return of a parlay as the stake is typed', async () => {
    signIn()
    const view = await open()
    await pickTeams(view, 'Arsenal', 'Napoli', 'Boston Celtics')
    expect(screen.getByText('Odds, 3 legs').parentElement?.textContent).toContain('6.72')
    await view.user.type(stake(), '20')
    expect(screen.getByText('€134.40')).toBeShown()
    expect(placeButton().textContent).toBe('Place bet · €20.00')
  })

  it('shows why it cannot be placed, in the order of the rules', async () => {
    signIn('15.00')
    const view = await open()
    await pickTeams(view, 'Arsenal')
    expect(screen.getByText('Please enter a valid stake amount.')).toBeShown()
    await view.user.click(screen.getByRole('button', { name: /20$/ }))
    expect(screen.getByText('Insufficient funds. Please deposit more funds to place this bet.')).toBeShown()
    expect(placeButton().getAttribute('aria-disabled')).toBe('true')
    await view.user.click(placeButton())
    expect(placed).toEqual([])
    await view.user.click(screen.getByRole('button', { name: 'Deposit' }))
    expect(screen.getByText('Please contact support to deposit funds.')).toBeShown()
    await view.user.click(screen.getByRole('button', { name: 'Request' }))
    expect(await screen.findByRole('dialog', { name: 'Request a deposit' })).toBeShown()
    await view.user.click(screen.getByRole('button', { name: 'Close' }))
    expect(document.activeElement).toBe(await screen.findByRole('button', { name: 'Request' }))
    await view.user.click(screen.getByRole('button', { name: /Max/ }))
    expect((stake() as HTMLInputElement).value).toBe('15.00')
    expect(placeButton().getAttribute('aria-disabled')).toBeNull()
  })

  it('takes 20, 50, 100 or the whole balance with one press', async () => {
    signIn('150.00')
    const view = await open()
    await pickTeams(view, 'Arsenal')
    const typed = []
    for (const name of [/20$/, /50$/, /100$/, /Max$/]) {
      await view.user.click(screen.getByRole('button', { name }))
      typed.push((stake() as HTMLInputElement).value)
    }
    expect(typed).toEqual(['20.00', '50.00', '100.00', '150.00'])
  })

  it('refuses an invalid stake', async () => {
    signIn()
    const view = await open()
    await pickTeams(view, 'Arsenal')
    await view.user.type(stake(), '0.05')
    expect(screen.getByText('The minimum stake is €0.10.')).toBeShown()
    await view.user.type(stake(), 'x')
    expect(screen.getByText('Please enter a valid stake amount.')).toBeShown()
    expect(stake().getAttribute('aria-invalid')).toBe('true')
  })
})

describe('placing', () => {
  it('shows a receipt for several bets, with the games that have started', async () => {
    setClock({ now: '2026-11-21T14:50:00.000Z', speed: 1 })
    signIn()
    const view = await open()
    await pickTeams(view, 'Arsenal', 'Napoli')
    await view.user.click(screen.getByRole('radio', { name: 'Singles' }))
    await view.user.type(stake(), '2')
    await view.user.click(placeButton())
    const receipt = await screen.findByRole('dialog', { name: '2 bets placed' })
    expect(within(receipt).getByText('Your stakes were struck at these odds.')).toBeShown()
    const startOf = (game: string) => within(receipt).getByRole('region', { name: game }).textContent
    expect(startOf('Arsenal vs Chelsea')).toMatch(/Starts Sat 21 Nov 16:00/)
    expect(startOf(`${napoli.home_team} vs ${napoli.away_team}`)).toMatch(/Started /)
  })

  it('places a single: the slip empties, the balance falls, the receipt opens', async () => {
    signIn()
    const view = await open()
    await pickTeams(view, 'Arsenal')
    await view.user.type(stake(), '20')
    await view.user.click(placeButton())
    const receipt = within(await screen.findByRole('dialog'))
    expect(receipt.getByText('bet-1')).toBeShown()
    expect(receipt.getByText('€42.00')).toBeShown()
    expect(receipt.getByText('Match Result · Arsenal vs Chelsea')).toBeShown()
    expect(receipt.getByText('Sat 21 Nov 16:00')).toBeShown()
    expect(placed[0]?.body).toMatchObject({
      is_parlay: false,
      event_id: arsenal.id,
      bet_type: 'h2h',
      bet_amount: 20,
      odd: 2.1,
      odds_policy: 'within-10-percent',
    })
    expect(readSession()?.user.balance).toBe('45.00')
    await view.user.click(receipt.getByRole('button', { name: 'Done' }))
    expect(screen.getByText('(No bets added yet.)')).toBeShown()
    expect(localStorage.getItem('fairbook.slip.attempts')).toBeNull()
  })

  it('places a parlay as one bet', async () => {
    signIn()
    const view = await open()
    await pickTeams(view, 'Arsenal', 'Napoli', 'Boston Celtics')
    await view.user.type(stake(), '5')
    await view.user.click(placeButton())
    await screen.findByRole('dialog')
    expect(placed).toHaveLength(1)
    expect(placed[0]?.body).toMatchObject({ game: '3-Leg Parlay', bet_type: 'parlay', odd: 6.72, bet_amount: 5 })
  })

  it('shows nothing of an answer to another user who has signed in meanwhile', async () => {
    signIn()
    const answer = Promise.withResolvers<void>()
    serve(async (body, nth) => {
      await answer.promise
      return acceptBet(body, nth)
    })
    const view = await open()
    await pickTeams(view, 'Arsenal')
    await view.user.type(stake(), '20')
    await view.user.click(placeButton())
    await waitFor(() => expect(placed).toHaveLength(1))
    act(() => startSession({ user: aUser({ username: 'bob', balance: '7.00' }), token: 'b' }))
    answer.resolve()
    expect(await screen.findByText('(No bets added yet.)')).toBeShown()
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(readSession()?.user.balance).toBe('7.00')
  })

  it('sends once, however often the button is pressed', async () => {
    signIn()
    const view = await open()
    await pickTeams(view, 'Arsenal')
    await view.user.type(stake(), '20')
    await view.user.dblClick(placeButton())
    await screen.findByRole('dialog')
    expect(placed).toHaveLength(1)
  })

  it('accepts a change of up to ten percent and sends the new odds', async () => {
    signIn()
    const view = await open()
    games.set(arsenal.id, repriced(arsenal, 2.2))
    await pickTeams(view, 'Arsenal')
    expect(await screen.findByText('Odds have increased from 2.10 to 2.20 (4.8% change).')).toBeShown()
    await view.user.type(stake(), '10')
    expect(screen.getByText('€22.00')).toBeShown()
    await view.user.click(placeButton())
    await screen.findByRole('dialog')
    expect(placed[0]?.body.odd).toBe(2.2)
  })

  it.each([
    ['accept higher', 'better', 2.5],
    ['accept any', 'any', 1.2],
  ])('sends the new odds without asking where the bettor chose to %s', async (label, policy, price) => {
    signIn()
    const view = await open()
    games.set(arsenal.id, repriced(arsenal, price))
    await pickTeams(view, 'Arsenal')
    await view.user.selectOptions(screen.getByLabelText('Odds changes'), label)
    await view.user.type(stake(), '10')
    await view.user.click(placeButton())
    await screen.findByRole('dialog')
    expect(placed[0]?.body).toMatchObject({ odd: price, odds_policy: policy })
    expect(JSON.parse(localStorage.getItem('fairbook.slip') ?? '{}')).toMatchObject({ policy })
  })

  it('uses the odds policy of the book until the bettor chooses one', async () => {
    server.use(http.get('/api/bets/limits', () => HttpResponse.json({ ...bettingLimits, oddsPolicy: 'none' })))
    signIn()
    const view = await open()
    games.set(arsenal.id, repriced(arsenal, 2.11))
    await pickTeams(view, 'Arsenal')
    const policy = screen.getByLabelText('Odds changes') as HTMLSelectElement
    await waitFor(() => expect(policy.value).toBe('none'))
    expect(await screen.findByRole('button', { name: /Accept 2\.11/ })).toBeShown()
    await view.user.selectOptions(policy, 'accept any')
    expect(screen.queryByRole('button', { name: /Accept 2\.11/ })).toBeNull()
    await view.user.type(stake(), '10')
    await view.user.click(placeButton())
    await screen.findByRole('dialog')
    expect(placed[0]?.body).toMatchObject({ odd: 2.11, odds_policy: 'any' })
  })

  it('asks about lower odds if only better ones are accepted', async () => {
    signIn()
    const view = await open()
    games.set(arsenal.id, repriced(arsenal, 2.09))
    await pickTeams(view, 'Arsenal')
    await view.user.selectOptions(screen.getByLabelText('Odds changes'), 'accept higher')
    expect(await screen.findByRole('button', { name: /Accept 2\.09/ })).toBeShown()
  })

  it('asks about any change if none is accepted', async () => {
    signIn()
    const view = await open()
    games.set(arsenal.id, repriced(arsenal, 2.11))
    await pickTeams(view, 'Arsenal')
    await view.user.selectOptions(screen.getByLabelText('Odds changes'), 'accept none')
    await view.user.click(await screen.findByRole('button', { name: /Accept 2\.11/ }))
    await view.user.type(stake(), '10')
    await view.user.click(placeButton())
    await screen.findByRole('dialog')
    expect(placed[0]?.body).toMatchObject({ odd: 2.11, odds_policy: 'none' })
  })
})
