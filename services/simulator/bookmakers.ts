// Three bookmakers with margins, opinions and clocks of their own.
import { between, chance, drawsFor, shuffled } from './chance.ts'
import { type Chances, MINUTE, SECOND } from './course.ts'
import type { SimulatedGame } from './schedule.ts'

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

/** `exact`: prices with three decimals, as some books have them. `exchange`: lay prices arrive unasked. */
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
/** What a book shows when it does not want to be bet with. */
const PLACEHOLDER = 1.01

/** The head-to-head prices of a game at an instant, in the order of that minute; none while the market is off. */
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
  const offset = Math.floor(chance(`${own}/offset`) * (every / SECOND)) * SECOND
  const updatedAt = Math.floor((instant - offset) / every) * every + offset
  const margin = between(0.05, 0.07, chance(`${own}/margin`))
  const draws = drawsFor(`${own}/${updatedAt}`)
  const outcomes = named(game, game.course.chancesAt(updatedAt))
  // an opinion: chances bent by up to 1.5 % each
  const opinion = normalised(outcomes.map(({ chance: fair }, index) => fair * between(0.985, 1.015, draws(index))))
  const shares = withMargin(opinion, margin)
  const back = outcomes.map(({ name }, index) => ({ name, price: rounded(1 / shares[index]!, house.exact) }))
  const markets: PricedMarket[] = [{ key: 'h2h', updatedAt, outcomes: back }]
  if (house.exchange) markets.push({ key: 'h2h_lay', updatedAt, outcomes: back.map(layOf) })
  return { key: house.key, title: house.title, updatedAt, markets }
}

const layOf = ({ name, price }: Price): Price => ({ name, price: rounded(price * 1.03 + 0.01, false) })

/** In the feed's order: by name, the draw last. */
function named(game: SimulatedGame, chances: Chances): { name: string; chance: number }[] {
  const sides = [
    { name: game.home, chance: chances.home },
    { name: game.away, chance: chances.away },
  ].sort((one, other) => (one.name < other.name ? -1 : 1))
  return chances.draw === null ? sides : [...sides, { name: 'Draw', chance: chances.draw }]
}

function normalised(values: readonly number[]): number[] {
  const sum = values.reduce((total, value) => total + value, 0)
  return values.map((value) => value / sum)
}

/**
 * Shares that sum to 1 + margin: each chance to the same power, so that a near certainty stays below 1 and outsiders
 * carry more of the margin, as with real books. Newton's method on the power.
 */
export function withMargin(chances: readonly number[], margin: number): number[] {
  const logs = chances.map((value) => Math.log(Math.max(value, 1e-6)))
  // from 0 the sum comes down to its mark steadily, never past it
  let power = 0
  for (let round = 0; round < 50; round++) {
    let sum = 0
    let slope = 0
    for (const log of logs) {
      const share = Math.exp(power * log)
      sum += share
      slope += share * log
    }
    const step = (sum - 1 - margin) / slope
    power -= step
    if (Math.abs(step) < 1e-9) break
  }
  return logs.map((log) => Math.exp(power * log))
}

function rounded(price: number, exact: boolean): number {
  const digits = exact && price < 3 ? 3 : 2
  const step = exact || price < 3 ? 10 ** -digits : price < 6 ? 0.05 : price < 12 ? 0.1 : 0.5
  const onGrid = Number((Math.round(price / step) * step).toFixed(digits))
  return Math.min(HIGHEST, Math.max(PLACEHOLDER, onGrid))
}
