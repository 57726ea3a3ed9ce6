// Three bookmakers, each with its own margins, opinions, lines and update times.

import { MINUTE, SECOND } from '#services/platform/clock/durations.ts'
import { between, drawsFor, shuffled, uniform } from '../random.ts'
import type { SimulatedGame } from '../schedule/simulated-game.ts'
import { normalised, withMargin } from './margin.ts'
import type { FairBook } from './markets/fair-market.ts'
import type { Grid } from './markets/lines.ts'
import { fairMarket, marketsOf } from './markets/menu.ts'

export type Price = {
  readonly name: string
  readonly description?: string
  readonly point?: number
  readonly price: number
}
export type PricedMarket = { readonly key: string; readonly updatedAt: number; readonly outcomes: readonly Price[] }
export type PricedBookmaker = {
  readonly key: string
  readonly title: string
  readonly updatedAt: number
  readonly markets: readonly PricedMarket[]
}

/**
 * `exact`: prices with three decimals, as some bookmakers have. `exchange`: lay prices are included without being
 * requested. `only`: the markets it offers, if not all.
 */
type House = {
  readonly key: string
  readonly title: string
  readonly exact: boolean
  readonly exchange: boolean
  readonly grid: Grid
  readonly only?: ReadonlySet<string>
}
const houses: readonly House[] = [
  { key: 'harbourbet', title: 'HarbourBet', exact: false, exchange: false, grid: 'half' },
  { key: 'northline', title: 'Northline', exact: true, exchange: false, grid: 'quarter' },
  {
    key: 'openmarket',
    title: 'OpenMarket',
    exact: false,
    exchange: true,
    grid: 'whole-and-half',
    only: new Set(['h2h', 'spreads', 'totals', 'outrights', 'draw_no_bet', 'btts']),
  },
]
export const bookmakerKeys: readonly string[] = houses.map(({ key }) => key)

const BEFORE_START = 60 * SECOND
const IN_PLAY = 40 * SECOND
const HIGHEST = 501
/** What a bookmaker shows for a suspended selection. */
const PLACEHOLDER = 1.01

/** The prices of a game at an instant, in an order that changes every minute; none while suspended. */
export function pricesAt(
  game: SimulatedGame,
  instant: number,
  wanted: ReadonlySet<string>,
  markets: readonly string[] = ['h2h'],
): PricedBookmaker[] {
  const { course, key } = game
  if (instant >= course.closesAt || course.pauses.some(([from, to]) => instant >= from && instant < to)) return []
  const order = shuffled(houses.length, `${key}/order/${Math.floor(instant / MINUTE)}`)
  return order
    .map((index) => houses[index]!)
    .filter((house) => wanted.has(house.key))
    .map((house) => priced(game, house, instant, markets))
    .filter((bookmaker) => bookmaker.markets.length > 0)
}

/** Keys of all markets that a game may have. */
export const allMarkets = marketsOf

function priced(game: SimulatedGame, house: House, instant: number, keys: readonly string[]): PricedBookmaker {
  const { course } = game
  const every = instant < course.startsAt ? BEFORE_START : IN_PLAY
  const own = `${game.key}/${house.key}`
  const offset = Math.floor(uniform(`${own}/offset`) * (every / SECOND)) * SECOND
  const tick = Math.floor((instant - offset) / every) * every + offset
  // after a pause there are new prices at once, since older ones would not reflect the goal
  const updatedAt = course.pauses.reduce((latest, [, to]) => (to <= instant ? Math.max(latest, to) : latest), tick)
  const margin = between(0.05, 0.07, uniform(`${own}/margin`))
  const markets: PricedMarket[] = []
  for (const key of keys) {
    if (house.only !== undefined && !house.only.has(key)) continue
    const fair = fairMarket(game, key, updatedAt, house.grid)
    if (fair === undefined) continue
    const draws = drawsFor(`${own}/${updatedAt}/${key}`)
    let drawn = 0
    const outcomes = fair.books.flatMap((book) => {
      const shares = sharesOf(book, margin, () => draws(drawn++))
      return book.outcomes.map(({ chance: _fair, ...outcome }, index) => ({
        ...outcome,
        price: rounded(1 / shares[index]!, house.exact),
      }))
    })
    markets.push({ key, updatedAt, outcomes })
    if (house.exchange && key === 'h2h') markets.push({ key: 'h2h_lay', updatedAt, outcomes: outcomes.map(layOf) })
  }
  return { key: house.key, title: house.title, updatedAt, markets }
}

/** The bookmaker's opinion, in which each chance differs by up to 1.5 %, with the margin on top. */
function sharesOf({ outcomes, winners }: FairBook, margin: number, draw: () => number): number[] {
  const opinion = normalised(outcomes.map(({ chance }) => chance * between(0.985, 1.015, draw())))
  // two outcomes of a double chance win: backing one means betting against the third
  if (winners === 1) return withMargin(opinion, margin)
  const against = withMargin(normalised(opinion.map((share) => Math.max(1e-6, 1 - winners * share))), margin)
  return against.map((_, index) => against.reduce((sum, share, other) => (other === index ? sum : sum + share), 0))
}

const layOf = (outcome: Price): Price => ({ ...outcome, price: rounded(outcome.price * 1.03 + 0.01, false) })

function rounded(price: number, exact: boolean): number {
  const digits = exact && price < 3 ? 3 : 2
  const step = exact || price < 3 ? 10 ** -digits : price < 6 ? 0.05 : price < 12 ? 0.1 : 0.5
  const onGrid = Number((Math.round(price / step) * step).toFixed(digits))
  return Math.min(HIGHEST, Math.max(PLACEHOLDER, onGrid))
}
