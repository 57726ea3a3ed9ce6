// Which bets are placed in a season: singles on every market, and a parlay now and then. Nothing is random.
import type { Game, Offer } from './game.ts'

export type PlacedPick = { readonly game: number; readonly offer: Offer }
export type Wager = { readonly stakeCents: number; readonly picks: readonly PlacedPick[] }

/** Games that are bet on together, and end before the next ones do. */
export const ROUND = 10

/** The bets on a round of games; `first` is the number of its first game in the season. */
export function wagersOn(games: readonly Game[], first: number): Wager[] {
  const wagers: Wager[] = []
  const picks = games.map((game, n): PlacedPick[] => {
    const markets = [...new Set(game.offers.map(({ market }) => market))]
    return markets.map((market, which) => {
      const offers = game.offers.filter((offer) => offer.market === market)
      return { game: first + n, offer: offers[(first + n + which) % offers.length]! }
    })
  })
  for (const [n, ofGame] of picks.entries()) {
    for (const [which, pick] of ofGame.entries()) {
      wagers.push({ stakeCents: 1_001 + 37 * ((first + n) % 11) + which, picks: [pick] })
    }
    const legs = 2 + ((first + n) % 4)
    const parlay = picks.slice(n, n + legs).map((some, at) => some[(n + at) % some.length])
    if (n % 3 === 0 && parlay.length === legs && parlay.every((pick) => pick !== undefined)) {
      wagers.push({ stakeCents: 333 + n, picks: parlay })
    }
  }
  return wagers
}
