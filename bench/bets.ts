// The bets that the load places: on real quotes of the running feed, for Fairbook and for the baseline alike.
import type { Game } from '../services/api/contract.ts'
import type { Request } from './load.ts'

export type Pick = { game: Game; selection: string; odd: number }
const STAKES = [0.1, 0.25, 0.5, 1, 2.5]
const HEADERS = { 'content-type': 'application/json' }

/** Every priced selection of the upcoming games. */
export async function currentPicks(origin: string): Promise<Pick[]> {
  const games = (await (await fetch(`${origin}/api/sports?upcoming=true`)).json()) as Game[]
  return games.flatMap((game) => {
    if (game.odds === undefined || !game.bettable) return []
    const { home, draw, away } = game.odds
    return [
      { game, selection: game.home_team, odd: home },
      ...(draw === null ? [] : [{ game, selection: 'Draw', odd: draw }]),
      { game, selection: game.away_team, odd: away },
    ]
  })
}

/** Spreads over all accounts, picks and stakes without repeating a pattern soon. */
const nth = <Item>(items: readonly Item[], client: number, n: number, step: number): Item =>
  items[(client * 7_919 + n * step + n) % items.length]!

/** The body of POST /api/bets/place-bet for a single. */
export const singleBet = ({ game, selection, odd }: Pick, stake: number) => ({
  game: `${game.home_team} vs ${game.away_team}`,
  bet_type: 'h2h',
  is_parlay: false,
  bet_amount: stake,
  odd,
  potential_win: stake * odd,
  selection,
  event_id: game.id,
  sport_key: game.sport_key,
  commence_time: game.commence_time,
  legs: null,
})

export const placeOnFairbook =
  (tokens: readonly string[], picks: readonly Pick[], run: string) =>
  (client: number, n: number): Request => ({
    path: '/api/bets/place-bet',
    headers: {
      ...HEADERS,
      authorization: `Bearer ${nth(tokens, client, n, 101)}`,
      'idempotency-key': `${run}-${client}-${n}`,
    },
    body: JSON.stringify(singleBet(nth(picks, client, n, 31), nth(STAKES, client, n, 3))),
  })

export const placeOnBaseline =
  (path: '/transaction' | '/statement', accounts: number, picks: readonly Pick[]) =>
  (client: number, n: number): Request => {
    const { game, selection, odd } = nth(picks, client, n, 31)
    return {
      path,
      headers: HEADERS,
      body: JSON.stringify({
        account: `account-${(client * 7_919 + n * 102) % accounts}`,
        event_id: game.id,
        selection,
        odd,
        bet_amount: nth(STAKES, client, n, 3),
      }),
    }
  }
