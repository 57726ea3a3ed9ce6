// Prices in replies that do not say which format they are in, in recordings made by others. Our own calls ask for
// decimal prices, and never convert.
import { oddsFromAmerican } from '#domain/odds.ts'
import type { OddsEvent } from '../provider/wire.ts'

type Format = 'decimal' | 'american' | 'unknown'

/**
 * The reply with decimal prices. American ones are converted exactly, rounded half up to two places. Null if the format
 * cannot be told, or a price is in neither.
 */
export function inDecimal(events: readonly OddsEvent[]): OddsEvent[] | null {
  const format = formatOf(events)
  if (format === 'unknown') return null
  return format === 'decimal' ? [...events] : fromAmerican(events)
}

/**
 * A whole reply has one format: a negative price is American, one between 1 and 100 decimal. Size alone does not tell:
 * 151 is a long shot in decimal odds, but only 2.51 in American ones.
 */
function formatOf(events: readonly OddsEvent[]): Format {
  let format: Format = 'unknown'
  for (const { price } of outcomesOf(events)) {
    if (price <= -100) return 'american'
    if (price >= 1 && price < 100) format = 'decimal'
  }
  return format
}

const outcomesOf = (events: readonly OddsEvent[]) =>
  events.flatMap(({ bookmakers }) => bookmakers.flatMap(({ markets }) => markets.flatMap(({ outcomes }) => outcomes)))

function fromAmerican(events: readonly OddsEvent[]): OddsEvent[] | null {
  if (outcomesOf(events).some(({ price }) => oddsFromAmerican(price) === null)) return null
  const convert = <Outcome extends { price: number }>(outcome: Outcome): Outcome => ({
    ...outcome,
    price: Number(oddsFromAmerican(outcome.price)),
  })
  return events.map((event) => ({
    ...event,
    bookmakers: event.bookmakers.map((bookmaker) => ({
      ...bookmaker,
      markets: bookmaker.markets.map((market) => ({ ...market, outcomes: market.outcomes.map(convert) })),
    })),
  }))
}
