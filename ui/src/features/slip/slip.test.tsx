import { screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { Game, PlaceBetBody } from '../../../../services/api/contract.ts'
import { readSession, startSession } from '../../lib/session.ts'
import { aGame, aLiveGame, aUser } from '../../testing/factories.ts'
import { renderPage } from '../../testing/render.tsx'
import { server } from '../../testing/server.ts'
import { selectionOf } from './selection.ts'
import { SlipProvider, useSlip } from './slip-context.tsx'
import { SlipPage } from './slip-page.tsx'

const arsenal = aGame({ prices: { home: 2.1, draw: 3.4, away: 3.55 } })
const napoli = aLiveGame({ prices: { home: 1.95, draw: 3.2, away: 4.3 } })
const celtics = aGame({
  home_team: 'Boston Celtics',
  away_team: 'New York Knicks',
  sport: 'basketball',
  sport_key: 'basketball_nba',
  prices: { home: 1.64, away: 2.3 },
})

/** What the server has now, by event; a test changes it to move a price. */
let games: Map<string, Game>
/** What was sent to be placed. */
let placed: { key: string | null; body: PlaceBetBody }[]

const repriced = (game: Game, home: number): Game => ({
  ...game,
  revision: game.revision + 1,
  bookmakers: game.bookmakers.map((book) => ({
    ...book,
    markets: book.markets.map((market) => ({
      ...market,
      outcomes: market.outcomes.map((outcome) =>
        outcome.name === game.home_team ? { ...outcome, price: home } : outcome,
      ),
    })),
  })),
})

type Reply = (body: PlaceBetBody, nth: number) => Response

const accept: Reply = (body, nth) =>
  HttpResponse.json({
    success: true,
    newBalance: 65 - body.bet_amount,
    betId: `bet-${nth}`,
    odds: body.odd,
    potential_win: body.potential_win ?? 0,
    legs: body.is_parlay
      ? body.legs.map((leg) => ({ eventId: leg.eventId, selection: leg.selection, odds: leg.price ?? 0 }))
      : [{ eventId: body.event_id, selection: body.selection, odds: body.odd }],
    position: '12',
  })

function serve(reply: Reply = accept) {
  server.use(
    http.get('/api/sports/:key', ({ request }) => {
      const game = games.get(new URL(request.url).searchParams.get('eventId') ?? '')
      return game
        ? HttpResponse.json([game])
        : HttpResponse.json({ error: 'gone', code: 'event_not_found' }, { status: 404 })
    }),
    http.post('/api/bets/place-bet', async ({ request }) => {
      const body = (await request.json()) as PlaceBetBody
      placed.push({ key: request.headers.get('Idempotency-Key'), body })
      return reply(body, placed.length)
    }),
  )
}

function Prices() {
  const { toggle, isSelected } = useSlip()
  return [arsenal, napoli, celtics].map((game) => {
    const selection = selectionOf(game, 'h2h', 0)
    if (selection === null) return null
    return (
      <button type="button" key={game.id} aria-pressed={isSelected(selection.betKey)} onClick={() => toggle(selection)}>
        Pick {selection.selection}
      </button>
    )
  })
}

const open = () =>
  renderPage(
    <SlipProvider>
      <Prices />
      <SlipPage />
    </SlipProvider>,
    { path: '/betslip' },
  )
type View = Awaited<ReturnType<typeof open>>

const pickTeams = async ({ user }: View, ...teams: string[]) => {
  for (const team of teams) await user.click(screen.getByRole('button', { name: `Pick ${team}` }))
}
const stake = () => screen.getByLabelText(/^Stake (on each bet )?in euro$/)
const placeButton = () => screen.getByRole('button', { name: /^Place \d?/ })
const selection = (name: string) => {
  const item = screen
    .getAllByRole('listitem')
    .find((candidate) => within(candidate).queryByText(name, { selector: 'p' }))
  if (item === undefined) throw new Error(`${name} is not in the slip`)
  return within(item)
}

beforeEach(() => {
  games = new Map([arsenal, napoli, celtics].map((game) => [game.id, game]))
  placed = []
  serve()
})
const signIn = (balance = '65.00') => startSession({ user: aUser({ balance }), token: 't' })

describe('before placing', () => {
  it('says that nothing is in it', async () => {
    await open()
    expect(await screen.findByText('(No bets added yet.)')).toBeTruthy()
  })

  it('asks a visitor to sign in, and to come back here', async () => {
    const view = await open()
    await pickTeams(view, 'Arsenal')
    expect(screen.getByText('Please log in to place a bet.')).toBeTruthy()
    const link = screen.getByRole('link', { name: /sign in/i })
    expect(new URL(link.getAttribute('href') ?? '', 'http://x').searchParams.get('redirect')).toBe('/betslip')
  })

  it('computes the return of a parlay while the stake is typed', async () => {
    signIn()
    const view = await open()
    await pickTeams(view, 'Arsenal', 'Napoli', 'Boston Celtics')
    expect(screen.getByText('Odds, 3 legs').parentElement?.textContent).toContain('6.72')
    await view.user.type(stake(), '20')
    expect(screen.getByText('€134.40')).toBeTruthy()
    expect(placeButton().textContent).toBe('Place bet · €20.00')
  })

  it('tells why it may not be placed, in the order of the rules', async () => {
    signIn('15.00')
    const view = await open()
    await pickTeams(view, 'Arsenal')
    expect(screen.getByText('Please enter a valid stake amount.')).toBeTruthy()
    await view.user.click(screen.getByRole('button', { name: /20$/ }))
    expect(screen.getByText('Insufficient funds. Please deposit more funds to place this bet.')).toBeTruthy()
    expect(placeButton().getAttribute('aria-disabled')).toBe('true')
    await view.user.click(placeButton())
    expect(placed).toEqual([])
    await view.user.click(screen.getByRole('button', { name: 'Deposit' }))
    expect(screen.getByText('Please contact support to deposit funds.')).toBeTruthy()
    await view.user.click(screen.getByRole('button', { name: /Max/ }))
    expect((stake() as HTMLInputElement).value).toBe('15.00')
    expect(placeButton().getAttribute('aria-disabled')).toBeNull()
  })

  it('refuses what is no stake', async () => {
    signIn()
    const view = await open()
    await pickTeams(view, 'Arsenal')
    await view.user.type(stake(), '0.05')
    expect(screen.getByText('The minimum stake is 0.10.')).toBeTruthy()
    await view.user.type(stake(), 'x')
    expect(screen.getByText('Please enter a valid stake amount.')).toBeTruthy()
    expect(stake().getAttribute('aria-invalid')).toBe('true')
  })
})

describe('placing', () => {
  it('places a single: the slip empties, the balance falls, the receipt opens', async () => {
    signIn()
    const view = await open()
    await pickTeams(view, 'Arsenal')
    await view.user.type(stake(), '20')
    await view.user.click(placeButton())
    const receipt = within(await screen.findByRole('dialog'))
    expect(receipt.getByText('bet-1')).toBeTruthy()
    expect(receipt.getByText('€42.00')).toBeTruthy()
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
    expect(screen.getByText('(No bets added yet.)')).toBeTruthy()
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

  it('sends once, however often the button is pressed', async () => {
    signIn()
    const view = await open()
    await pickTeams(view, 'Arsenal')
    await view.user.type(stake(), '20')
    await view.user.dblClick(placeButton())
    await screen.findByRole('dialog')
    expect(placed).toHaveLength(1)
  })

  it('takes a change of up to ten percent and sends the new odds', async () => {
    signIn()
    const view = await open()
    games.set(arsenal.id, repriced(arsenal, 2.2))
    await pickTeams(view, 'Arsenal')
    expect(await screen.findByText('Odds have increased from 2.10 to 2.20 (4.8% change).')).toBeTruthy()
    await view.user.type(stake(), '10')
    expect(screen.getByText('€22.00')).toBeTruthy()
    await view.user.click(placeButton())
    await screen.findByRole('dialog')
    expect(placed[0]?.body.odd).toBe(2.2)
  })

  it('asks about any change where none is taken', async () => {
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

describe('odds that moved or went', () => {
  it('stops before sending when the check finds a change, and goes on once it is accepted', async () => {
    signIn()
    const view = await open()
    await pickTeams(view, 'Arsenal')
    await view.user.type(stake(), '10')
    games.set(arsenal.id, repriced(arsenal, 2.6))
    await view.user.click(placeButton())
    const line = selection('Arsenal')
    expect(
      await line.findByText('Odds have increased from 2.10 to 2.60 (23.8% change). Please review your bet.'),
    ).toBeTruthy()
    expect(screen.getByText('Some odds have changed. Please review your selections.', { selector: 'p' })).toBeTruthy()
    expect(placed).toEqual([])
    await view.user.click(line.getByRole('button', { name: /Accept 2\.60/ }))
    await view.user.click(placeButton())
    await screen.findByRole('dialog')
    expect(placed[0]?.body.odd).toBe(2.6)
  })

  it('names what is no longer available', async () => {
    signIn()
    const view = await open()
    games.delete(napoli.id)
    await pickTeams(view, 'Arsenal', 'Napoli')
    expect(await screen.findByText('Selection "Napoli" is no longer available.')).toBeTruthy()
    await view.user.type(stake(), '10')
    expect(placeButton().getAttribute('aria-disabled')).toBe('true')
    await view.user.click(selection('Napoli').getAllByRole('button', { name: /Remove/ })[0]!)
    expect(placeButton().getAttribute('aria-disabled')).toBeNull()
  })

  it("shows the server's own old and new odds, and sends a new key once they are accepted", async () => {
    signIn()
    serve((body, nth) => {
      games.set(arsenal.id, repriced(arsenal, 1.5))
      return nth > 1
        ? accept(body, nth)
        : HttpResponse.json(
            {
              error: 'Some odds have changed. Please review your selections.',
              code: 'odds_changed',
              changes: [
                {
                  eventId: arsenal.id,
                  selection: 'Arsenal',
                  oldOdds: 2.1,
                  newOdds: 1.5,
                  error: 'Odds have decreased from 2.10 to 1.50 (28.6% change). Please review your bet.',
                },
              ],
            },
            { status: 409 },
          )
    })
    const view = await open()
    await pickTeams(view, 'Arsenal')
    await view.user.type(stake(), '10')
    await view.user.click(placeButton())
    const line = selection('Arsenal')
    expect(await line.findByText(/Odds have decreased from 2.10 to 1.50/)).toBeTruthy()
    await view.user.click(line.getByRole('button', { name: /Accept 1\.50/ }))
    await view.user.click(placeButton())
    await screen.findByRole('dialog')
    expect(placed.map(({ body }) => body.odd)).toEqual([2.1, 1.5])
    expect(placed[0]?.key).not.toBe(placed[1]?.key)
  })

  it('lets through what cannot be looked up', async () => {
    signIn()
    const view = await open()
    await pickTeams(view, 'Arsenal')
    await view.user.type(stake(), '10')
    server.use(http.get('/api/sports/:key', () => HttpResponse.error()))
    await view.user.click(placeButton())
    await screen.findByRole('dialog')
    expect(placed[0]?.body.odd).toBe(2.1)
  })
})

describe('refusals and silence', () => {
  it('keeps a refused single with its reason while the others are placed', async () => {
    signIn()
    serve((body, nth) =>
      body.is_parlay || body.selection !== 'Napoli'
        ? accept(body, nth)
        : HttpResponse.json({ error: 'Game is finished - betting closed', code: 'event_closed' }, { status: 409 }),
    )
    const view = await open()
    await pickTeams(view, 'Arsenal', 'Napoli')
    await view.user.click(screen.getByRole('radio', { name: 'Singles' }))
    await view.user.type(stake(), '10')
    expect(placeButton().textContent).toBe('Place 2 bets · €20.00')
    await view.user.click(placeButton())
    await view.user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Done' }))
    expect(new Set(placed.map(({ key }) => key)).size).toBe(2)
    expect(selection('Napoli').getByText('Game is finished - betting closed')).toBeTruthy()
    expect(screen.getAllByRole('listitem')).toHaveLength(1)
  })

  it('checks several singles against the sum of their stakes', async () => {
    signIn()
    const view = await open()
    await pickTeams(view, 'Arsenal', 'Napoli')
    await view.user.click(screen.getByRole('radio', { name: 'Singles' }))
    await view.user.type(stake(), '40')
    expect(screen.getByText(/^Insufficient funds/)).toBeTruthy()
    await view.user.clear(screen.getByLabelText('Stake on Napoli'))
    await view.user.type(screen.getByLabelText('Stake on Napoli'), '25')
    expect(placeButton().textContent).toBe('Place 2 bets · €65.00')
    await view.user.click(screen.getByRole('button', { name: /Max/ }))
    expect((stake() as HTMLInputElement).value).toBe('32.50')
  })

  it('says what the server refused a parlay for', async () => {
    signIn()
    serve(() => HttpResponse.json({ error: 'Account is blocked', code: 'account_blocked' }, { status: 403 }))
    const view = await open()
    await pickTeams(view, 'Arsenal', 'Napoli')
    await view.user.type(stake(), '10')
    await view.user.click(placeButton())
    expect(await screen.findAllByText('Account is blocked')).not.toEqual([])
    expect(placeButton().getAttribute('aria-disabled')).toBeNull()
    expect(localStorage.getItem('fairbook.slip.attempts')).toBeNull()
  })

  it('keeps one key over a time-out and a reload, until there is an answer', async () => {
    signIn()
    serve((body, nth) => (nth === 1 ? HttpResponse.error() : accept(body, nth)))
    const timeLimit = new AbortController()
    const spy = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(timeLimit.signal)
    const view = await open()
    await pickTeams(view, 'Arsenal')
    await view.user.type(stake(), '20')
    server.use(
      http.post(
        '/api/bets/place-bet',
        async ({ request }) => {
          placed.push({ key: request.headers.get('Idempotency-Key'), body: (await request.json()) as PlaceBetBody })
          timeLimit.abort()
          return new Promise<never>(() => {})
        },
        { once: true },
      ),
    )
    await view.user.click(placeButton())
    expect(await screen.findAllByText('Bet placement timed out. Please try again.')).not.toEqual([])
    spy.mockRestore()
    // The slip does not change while the outcome is open.
    await pickTeams(view, 'Napoli')
    expect(screen.getByText(/has no answer yet/)).toBeTruthy()
    view.unmount()

    const again = await open()
    serve()
    await again.user.click(await screen.findByRole('button', { name: 'Try again' }))
    expect(within(await screen.findByRole('dialog')).getByText('€42.00')).toBeTruthy()
    expect(placed[1]?.key).toBe(placed[0]?.key)
    expect(placed[1]?.body).toEqual(placed[0]?.body)
    expect(localStorage.getItem('fairbook.slip.attempts')).toBeNull()
  })

  it('frees the slip when the bettor stops waiting', async () => {
    signIn()
    serve(() => HttpResponse.error())
    const view = await open()
    await pickTeams(view, 'Arsenal')
    await view.user.type(stake(), '20')
    await view.user.click(placeButton())
    await view.user.click(await screen.findByRole('button', { name: 'Stop waiting' }))
    expect(placeButton().textContent).toBe('Place bet · €20.00')
  })

  it('ends the session that the server no longer knows', async () => {
    signIn()
    serve(() => HttpResponse.json({ error: 'Please log in to place a bet.', code: 'unauthorized' }, { status: 401 }))
    const view = await open()
    await pickTeams(view, 'Arsenal')
    await view.user.type(stake(), '20')
    await view.user.click(placeButton())
    await waitFor(() => expect(readSession()).toBeNull())
    expect(await screen.findByRole('link', { name: /sign in/i })).toBeTruthy()
    expect(selection('Arsenal')).toBeTruthy()
  })
})
