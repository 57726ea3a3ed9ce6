// Three bookmakers with their own margins, opinions and clocks.

import { MINUTE, SECOND } from '#services/platform/clock/durations.ts'
import { between, drawsFor, shuffled, uniform } from '../random.ts'
import type { SimulatedGame } from '../schedule/simulated-game.ts'
import type { Chances } from '../sports/course.ts'
import { normalised, withMargin } from './margin.ts'

export type Price = { readonly name: string; readonly price: number }
export type PricedMarket = {
  readonly key: 'h2h' | 'h2h_lay'
  readonly updatedAt: number
  readonly outcomes: readonly Price[]
}
export type PricedBookmaker = {
  readonly key: string
  readonly title: string
  readonly updatedAt: number
  readonly markets: readonly PricedMarket[]
}

/** `exact`: prices with three decimals, as some bookmakers have them. `exchange`: lay prices are included unrequested. */
type House = { readonly key: string; readonly title: string; readonly exact: boolean; readonly exchange: boolean }
const houses: readonly House[] = [
  { key: 'harbourbet', title: 'HarbourBet', exact: false, exchange: false },
  { key: 'northline', title: 'Northline', exact: true, exchange: false },
  { key: 'openmarket', title: 'OpenMarket', exact: false, exchange: true },
]
export const bookmakerKeys: readonly string[] = houses.map(({ key }) => key)

const BEFORE_START = 60 * SECOND
const IN_PLAY = 40 * SECOND
const HIGHEST = 501
/** What a bookmaker shows for a suspended selection. */
const PLACEHOLDER = 1.01

/** The head-to-head prices of a game at an instant, in an order that changes by the minute; none while suspended. */
export function pricesAt(game: SimulatedGame, instant: number, wanted: ReadonlySet<string>): PricedBookmaker[] {
  const { course, key } = game
  if (instant >= course.endsAt || course.pauses.some(([from, to]) => instant >= from && instant < to)) return []
  const order = shuffled(houses.length, `${key}/order/${Math.floor(instant / MINUTE)}`)
  return order
    .map((index) => houses[index]!)
    .filter((house) => wanted.has(house.key))
    .map((house) => priced(game, house, instant))
}

function priced(game: SimulatedGame, house: House, instant: number): PricedBookmaker {
  const every = instant < game.course.startsAt ? BEFORE_START : IN_PLAY
  const own = `${game.key}/${house.key}`
  const offset = Math.floor(uniform(`${own}/offset`) * (every / SECOND)) * SECOND
  const updatedAt = Math.floor((instant - offset) / every) * every + offset
  const margin = between(0.05, 0.07, uniform(`${own}/margin`))
  const draws = drawsFor(`${own}/${updatedAt}`)
  const outcomes = named(game, game.course.chancesAt(updatedAt))
  // the bookmaker's opinion: each chance differs by up to 1.5 %
  const opinion = normalised(outcomes.map(({ chance: fair }, index) => fair * between(0.985, 1.015, draws(index))))
  const shares = withMargin(opinion, margin)
  const back = outcomes.map(({ name }, index) => ({ name, price: rounded(1 / shares[index]!, house.exact) }))
  const markets: PricedMarket[] = [{ key: 'h2h', updatedAt, outcomes: back }]
  if (house.exchange) markets.push({ key: 'h2h_lay', updatedAt, outcomes: back.map(layOf) })
  return { key: house.key, title: house.title, updatedAt, markets }
}

const layOf = ({ name, price }: Price): Price => ({ name, price: rounded(price * 1.03 + 0.01, false) })

/** In the order of the feed: by name, the draw last. */
function named(game: SimulatedGame, chances: Chances): { name: string; chance: number }[] {
  const sides = [
    { name: game.home, chance: chances.home },
    { name: game.away, chance: chances.away },
  ].sort((one, other) => (one.name < other.name ? -1 : 1))
  return chances.draw === null ? sides : [...sides, { name: 'Draw', chance: chances.draw }]
}

function rounded(price: number, exact: boolean): number {
  const digits = exact && price < 3 ? 3 : 2
  const step = exact || price < 3 ? 10 ** -digits : price < 6 ? 0.05 : price < 12 ? 0.1 : 0.5
  const onGrid = Number((Math.round(price / step) * step).toFixed(digits))
  return Math.min(HIGHEST, Math.max(PLACEHOLDER, onGrid))
}
