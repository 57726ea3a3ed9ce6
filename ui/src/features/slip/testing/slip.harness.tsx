// Renders the slip page with three prices to pick, on a mock server that the test controls.
import { screen, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import type { BettingLimits, Game, PlaceBetBody } from '#services/contract/contract.ts'
import { startSession } from '#ui/lib/session.ts'
import { selectionOf } from '#ui/model/slip/selection.ts'
import { useSlip } from '#ui/model/slip/slip-context.ts'
import { SlipProvider } from '#ui/model/slip/slip-provider.tsx'
import { aGame, aLiveGame, aUser } from '#ui/testing/factories.ts'
import { renderPage } from '#ui/testing/render.tsx'
import { server } from '#ui/testing/server.ts'
import { SlipPage } from '../slip-page.tsx'

export const arsenal = aGame({ prices: { home: 2.1, draw: 3.4, away: 3.55 } })
export const napoli = aLiveGame({ prices: { home: 1.95, draw: 3.2, away: 4.3 } })
const celtics = aGame({
  home_team: 'Boston Celtics',
  away_team: 'New York Knicks',
  sport: 'basketball',
  sport_key: 'basketball_nba',
  prices: { home: 1.64, away: 2.3 },
})

/** The server's games by event, for tests to change prices. */
export const games = new Map<string, Game>()
/** The bets that were sent. */
export const placed: { key: string | null; body: PlaceBetBody }[] = []

export const repriced = (game: Game, home: number): Game => ({
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

export const bettingLimits: BettingLimits = {
  minStake: 0.1,
  maxPayout: 100_000,
  maxLegs: 20,
  acceptanceDelayS: 5,
  oddsPolicy: 'within-10-percent',
}

export type Reply = (body: PlaceBetBody, nth: number) => Response | Promise<Response>

export const acceptBet: Reply = (body, nth) =>
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

export function serve(reply: Reply = acceptBet) {
  server.use(
    http.get('/api/sports/:key', ({ request }) => {
      const game = games.get(new URL(request.url).searchParams.get('eventId') ?? '')
      return game
        ? HttpResponse.json([game])
        : HttpResponse.json({ error: 'gone', code: 'event_not_found' }, { status: 404 })
    }),
    http.get('/api/bets/limits', () => HttpResponse.json(bettingLimits)),
    http.get('/api/account/limits', () =>
      HttpResponse.json({ limits: [], break: null, perBet: { stake: null, payout: null } }),
    ),
    http.post('/api/bets/place-bet', async ({ request }) => {
      const body = (await request.json()) as PlaceBetBody
      placed.push({ key: request.headers.get('Idempotency-Key'), body })
      return reply(body, placed.length)
    }),
  )
}

export function Prices() {
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

export const open = () =>
  renderPage(
    <SlipProvider>
      <Prices />
      <SlipPage />
    </SlipProvider>,
    { path: '/betslip' },
  )
type View = Awaited<ReturnType<typeof open>>

export const pickTeams = async ({ user }: View, ...teams: string[]) => {
  for (const team of teams) await user.click(screen.getByRole('button', { name: `Pick ${team}` }))
}
export const stake = () => screen.getByLabelText(/^Stake (on each bet )?in euro$/)
/** The message above Place bet, which describes the button. */
export const slipMessage = () => {
  const id = placeButton().getAttribute('aria-describedby')
  return id === null ? null : (document.getElementById(id)?.textContent ?? null)
}
export const placeButton = () => screen.getByRole('button', { name: /^Place \d?/ })
export const selection = (name: string) => {
  const item = screen
    .getAllByRole('listitem')
    .find((candidate) => within(candidate).queryByText(name, { selector: 'p' }))
  if (item === undefined) throw new Error(`${name} is not in the slip`)
  return within(item)
}

export const signIn = (balance = '65.00') => startSession({ user: aUser({ balance }), token: 't' })

/** For `beforeEach`: restores the initial state. */
export function resetServer() {
  games.clear()
  for (const game of [arsenal, napoli, celtics]) games.set(game.id, game)
  placed.length = 0
  serve()
}
