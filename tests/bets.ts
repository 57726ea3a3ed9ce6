// Bets on the quotes of a running product.
import type { Game } from '#services/contract/contract.ts'

export type Pick = { game: Game; selection: string; odd: number }

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
