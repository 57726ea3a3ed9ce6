// Bodies of POST /api/bets/place-bet, made from what the lists show.
import type { Game, PlaceBetBody } from '#services/contract/contract.ts'

/** A selection as a bettor finds it on the board. */
export type Pick = {
  readonly game: Game
  readonly market: string
  readonly name: string
  readonly price: number
  readonly point?: number
}

export const picksOf = (game: Game): Pick[] =>
  game.bookmakers.flatMap(({ markets }) =>
    markets.flatMap(({ key, outcomes }) =>
      outcomes.map(({ name, price, point }) => ({
        ...{ game, market: key, name, price },
        ...(point === undefined ? {} : { point }),
      })),
    ),
  )

const titleOf = ({ home_team, away_team }: Game) => `${home_team} vs ${away_team}`

type Policy = PlaceBetBody['odds_policy']

export function slipOf(picks: readonly Pick[], euros: number, policy: Policy): PlaceBetBody {
  const [first] = picks
  if (first === undefined) throw new Error('a slip without a selection')
  const stake = { bet_amount: euros, odds_policy: policy, potential_win: null }
  if (picks.length === 1) {
    const { game, market, name, price, point } = first
    const about = { game: titleOf(game), event_id: game.id, sport_key: game.sport_key }
    const line = point === undefined ? {} : { point }
    const { commence_time } = game
    return {
      is_parlay: false,
      ...about,
      commence_time,
      bet_type: market,
      ...line,
      selection: name,
      odd: price,
      ...stake,
    }
  }
  return {
    is_parlay: true,
    bet_type: 'parlay',
    game: `${picks.length}-Leg Parlay`,
    odd: Math.round(100 * picks.reduce((product, { price }) => product * price, 1)) / 100,
    legs: picks.map(({ game, market, name, price, point }) => ({
      ...{ eventId: game.id, sport_key: game.sport_key, gameTitle: titleOf(game), commence_time: game.commence_time },
      ...{ marketName: market, selection: name, price },
      ...(point === undefined ? {} : { point }),
    })),
    ...stake,
  }
}
