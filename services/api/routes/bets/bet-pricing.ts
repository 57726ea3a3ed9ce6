// The legs of a requested bet with the server's own prices.
import type { PlacedLeg } from '#domain/bet/bet-commands.ts'
import { truncate } from '#domain/truncate.ts'
import type { QuoteBoard } from '#services/odds/port.ts'
import type { RequestedLeg } from './bet-request.ts'

/** Waits only where a price is too old to strike a bet at. */
export function priceLegs(board: QuoteBoard, requested: readonly RequestedLeg[]): PlacedLeg[] | Promise<PlacedLeg[]> {
  const legs = requested.map((leg) => priceLeg(board, leg))
  return legs.some((leg) => leg instanceof Promise) ? Promise.all(legs) : (legs as PlacedLeg[])
}

function priceLeg(board: QuoteBoard, requested: RequestedLeg): PlacedLeg | Promise<PlacedLeg> {
  const { fixture, market, point, name, odds: seenOdds } = requested
  const key = board.selectionNamed(fixture, market, name)
  // a game that the board has dropped is over
  const closed = board.closed(fixture) || board.fixture(fixture) === null
  const priced = (quote: PlacedLeg['quote']): PlacedLeg => ({
    fixture,
    market,
    ...(point === null ? {} : { point }),
    selection: key ?? name,
    selectionName: quote?.selectionName ?? truncate(name),
    seenOdds,
    quote,
    closed,
  })
  if (key === null || closed) return priced(null)
  const selection = { fixture, market, point, selection: key }
  const quote = board.quote(selection)
  if (quote !== null) return priced(quote)
  return board.freshQuote(selection).then(priced)
}

/** Now, but not before any quote was fetched: the clock of the machine that fetched it may be ahead. */
export function acceptedAt(now: Date, legs: readonly PlacedLeg[]): Date {
  let at = now.getTime()
  for (const { quote } of legs) if (quote !== null) at = Math.max(at, Date.parse(quote.fetchedAt))
  return at === now.getTime() ? now : new Date(at)
}
