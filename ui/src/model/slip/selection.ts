// A selection, as a press on a price puts it into the slip.
import { oddsFromAmerican, oddsFromNumber } from '#domain/odds.ts'
import { marketName } from '#domain/settlement/market-names.ts'
import type { Game } from '#services/contract/contract.ts'
import { outcomeName } from '../outcome-name.ts'

export interface Selection {
  /** eventId|market|point|selection: one outcome of one market. */
  betKey: string
  eventId: string
  /** 'Arsenal vs Chelsea' */
  gameTitle: string
  /** The market's display name: 'Match Result'. */
  marketName: string
  /** The provider's market key: 'h2h'. */
  marketKey: string
  /** The outcome's name in the feed: 'Arsenal', 'Draw'. */
  selection: string
  point: number | null
  /** Decimal odds with two decimals, as the bettor last saw and accepted them: '2.10'. */
  odds: string
  /** The price as received. */
  price: number
  /** The provider's league key. */
  sport_key: string
  commence_time: string
  last_update: string | null
  outcomeIndex: number
}

type Outcome = Pick<Selection, 'eventId' | 'marketKey' | 'point' | 'selection'>

export const betKeyOf = ({ eventId, marketKey, point, selection }: Outcome): string =>
  `${eventId}|${marketKey}|${point ?? ''}|${selection}`

/** The outcome's name with its line: 'Over 2.5'. */
export const selectionText = ({ selection, point }: Pick<Selection, 'selection' | 'point'>): string =>
  outcomeName({ name: selection, point })

/**
 * A price as decimal odds: 2.1 -> '2.10'. A price of -100 or below can only be American. One above 100 is taken as
 * decimal: our server requests decimal prices, and decimal long shots of 151.00 exist.
 */
const decimalOdds = (price: number): string | null => (price <= -100 ? oddsFromAmerican(price) : oddsFromNumber(price))

/** The selection for one price of a game; null if that outcome is not offered. */
export function selectionOf(game: Game, marketKey: string, outcomeIndex: number): Selection | null {
  const market = game.bookmakers[0]?.markets.find((candidate) => candidate.key === marketKey)
  const outcome = market?.outcomes[outcomeIndex]
  if (market === undefined || outcome === undefined) return null
  const odds = decimalOdds(outcome.price)
  if (odds === null) return null
  const point = outcome.point ?? null
  return {
    betKey: betKeyOf({ eventId: game.id, marketKey, point, selection: outcome.name }),
    eventId: game.id,
    gameTitle: `${game.home_team} vs ${game.away_team}`,
    marketName: marketName(marketKey),
    marketKey,
    selection: outcome.name,
    point,
    odds,
    price: outcome.price,
    sport_key: game.sport_key,
    commence_time: game.commence_time,
    last_update: market.last_update,
    outcomeIndex,
  }
}
