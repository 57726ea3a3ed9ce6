// The legs of a requested bet with the server's own prices.
import type { PlacedLeg } from '#domain/bet/bet-commands.ts'
import { truncate } from '#domain/truncate.ts'
import type { BoardFixture, QuoteBoard, Selection } from '#services/odds/port.ts'
import type { Services } from '../../services.ts'
import type { RequestedLeg } from './bet-request.ts'
import { confirmHousePrice } from './house-price.ts'

type After = { readonly since: Date; readonly timeoutMs: number }
type Priced = Pick<Services, 'board' | 'fixtures' | 'clock'>

/** Waits only where a price is too old to strike a bet at. */
export function priceLegs(services: Priced, requested: readonly RequestedLeg[]): PlacedLeg[] | Promise<PlacedLeg[]> {
  const legs = requested.map((leg) => priceLeg(services, leg))
  return legs.some((leg) => leg instanceof Promise) ? Promise.all(legs) : (legs as PlacedLeg[])
}

/**
 * The same for a bet that has waited: of legs in play, the prices that were fetched after it was requested. All others are
 * priced after that last wait, since their games may have started meanwhile.
 */
export async function priceLegsAgain(
  services: Priced,
  requested: readonly RequestedLeg[],
  after: After,
): Promise<PlacedLeg[]> {
  await Promise.all(requested.map((leg) => untilFresh(services, leg, after)))
  return priceLegs(services, requested)
}

/** Until a leg in play has a price that was fetched after the request. */
async function untilFresh(
  { board }: Priced,
  { fixture, market, point, name }: RequestedLeg,
  after: After,
): Promise<void> {
  const key = board.selectionNamed(fixture, market, name, point)
  if (key === null) return
  const selection = { fixture, market, point, selection: key }
  if (board.quote(selection)?.inPlay === true) await board.freshQuote(selection, after)
}

/** Whether a bet on these legs has to wait: all of them can be bet on now, and one is in play. */
export const isInPlay = (legs: readonly PlacedLeg[]): boolean =>
  legs.every(({ quote }) => quote !== null) && legs.some(({ quote }) => quote?.inPlay === true)

/** The legs as the board shows them: nothing is fetched or confirmed. `tooOld`: those whose prices have to be fetched. */
export function shownLegs({ board }: Pick<Priced, 'board'>, requested: readonly RequestedLeg[]) {
  const shown = requested.map((leg) => shownLeg(board, leg))
  const legs = shown.map(({ leg, selection }) => withQuote(leg, selection === null ? null : board.quote(selection)))
  const tooOld = legs.filter(({ quote }, at) => quote === null && isTooOld(board, shown[at]!.selection))
  return { legs, tooOld }
}

const isTooOld = (board: QuoteBoard, selection: Selection | null): boolean =>
  selection !== null && board.isTooOld(selection)

const withQuote = (leg: PlacedLeg, quote: PlacedLeg['quote']): PlacedLeg =>
  quote === null ? leg : { ...leg, quote, selectionName: quote.selectionName }

/** A leg without a price, and what to ask a price of; null where there can be none. */
function shownLeg(board: QuoteBoard, requested: RequestedLeg): { leg: PlacedLeg; selection: Selection | null } {
  const { fixture, market, point, name, odds: seenOdds } = requested
  const key = board.selectionNamed(fixture, market, name, point)
  const known = board.fixture(fixture)
  // a game that the board has dropped is over
  const closed = known === null || known.closed
  const leg = {
    fixture,
    ...(known === null ? {} : { game: gameOf(known) }),
    market,
    ...(point === null ? {} : { point }),
    selection: key ?? name,
    selectionName: truncate(name),
    seenOdds,
    quote: null,
    closed,
    blacklisted: known !== null && board.hides(known.league),
  }
  return { leg, selection: key === null || closed ? null : { fixture, market, point, selection: key } }
}

function priceLeg({ board, fixtures, clock }: Priced, requested: RequestedLeg): PlacedLeg | Promise<PlacedLeg> {
  const { leg, selection } = shownLeg(board, requested)
  if (selection === null) return leg
  const priced = (quote: PlacedLeg['quote']) => withQuote(leg, quote)
  const quote = board.quote(selection)
  if (quote?.price !== undefined) return confirmHousePrice(fixtures, quote, clock.businessNow()).then(priced)
  return quote === null ? board.freshQuote(selection).then(priced) : priced(quote)
}

const gameOf = ({ league, teams, startsAt }: BoardFixture) => ({ league, teams, startsAt: startsAt.toISOString() })

/** Now, but not before any quote was fetched: the clock of the machine that fetched it may be ahead. */
export function acceptedAt(now: Date, legs: readonly PlacedLeg[]): Date {
  let at = now.getTime()
  for (const { quote } of legs) if (quote !== null) at = Math.max(at, Date.parse(quote.fetchedAt))
  return at === now.getTime() ? now : new Date(at)
}
