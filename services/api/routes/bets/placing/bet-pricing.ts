// The legs of a requested bet with our own prices.
import type { PlacedLeg } from '#domain/bet/bet-commands.ts'
import { stoppedBy } from '#domain/desk/stops.ts'
import { truncate } from '#domain/truncate.ts'
import type { BoardFixture, QuoteBoard, Selection } from '#services/odds/port.ts'
import type { Rules } from '../../../desk/desk-rules.ts'
import type { Services } from '../../../services.ts'
import type { RequestedLeg } from './bet-request.ts'
import { confirmHousePrice } from './house-price.ts'

type After = { readonly since: Date; readonly timeoutMs: number }
type Priced = Pick<Services, 'board' | 'fixtures' | 'clock'>

/**
 * A leg without a price, the selection to ask a price of (null if there can be none), and the price that the board
 * shows.
 */
export type ShownLeg = {
  readonly unpriced: PlacedLeg
  readonly selection: Selection | null
  readonly quote: PlacedLeg['quote']
}

/** The legs as the board has them; nothing is fetched or confirmed. */
export const showLegs = ({ board }: Pick<Priced, 'board'>, requested: readonly RequestedLeg[]): ShownLeg[] =>
  requested.map((leg) => showLeg(board, leg))

/** The leg with the price that the board shows. */
export const legOf = ({ unpriced, quote }: ShownLeg): PlacedLeg => withQuote(unpriced, quote)

/** Whether the price of a leg has to be fetched, because the one there is is too old to strike a bet at. */
export const isTooOld = ({ board }: Pick<Priced, 'board'>, { selection, quote }: ShownLeg): boolean =>
  quote === null && selection !== null && board.isTooOld(selection)

/** The legs with prices that a bet may be struck at. Waits only for prices that are too old, or are the house's. */
export function priceLegs(services: Priced, shown: readonly ShownLeg[]): PlacedLeg[] | Promise<PlacedLeg[]> {
  const legs = shown.map((leg) => priceLeg(services, leg))
  return legs.some((leg) => leg instanceof Promise) ? Promise.all(legs) : (legs as PlacedLeg[])
}

/**
 * The same for a bet that has waited. Legs in play get prices that were fetched after the bet was requested; all others
 * are priced after that, since their games may have started meanwhile.
 */
export async function priceLegsAgain(
  services: Priced,
  requested: readonly RequestedLeg[],
  after: After,
): Promise<PlacedLeg[]> {
  const inPlay = showLegs(services, requested).flatMap(({ selection, quote }) => (quote?.inPlay ? [selection!] : []))
  await Promise.all(inPlay.map((selection) => services.board.freshQuote(selection, after)))
  return priceLegs(services, showLegs(services, requested))
}

/** Whether a bet on these legs has to wait: all of them can be bet on now, and at least one is in play. */
export const isInPlay = (legs: readonly Pick<PlacedLeg, 'quote'>[]): boolean =>
  legs.every(({ quote }) => quote !== null) && legs.some(({ quote }) => quote?.inPlay === true)

const withQuote = (leg: PlacedLeg, quote: PlacedLeg['quote']): PlacedLeg =>
  quote === null ? leg : { ...leg, quote, selectionName: quote.selectionName }

function showLeg(board: QuoteBoard, requested: RequestedLeg): ShownLeg {
  const { fixture, market, point, name, odds: seenOdds } = requested
  const key = board.selectionNamed(fixture, market, name, point)
  const known = board.fixture(fixture)
  // a game that the board has dropped is over
  const closed = known === null || known.closed
  const unpriced = {
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
  const selection = key === null || closed ? null : { fixture, market, point, selection: key }
  return { unpriced, selection, quote: selection === null ? null : board.quote(selection) }
}

function priceLeg({ board, fixtures, clock }: Priced, shown: ShownLeg): PlacedLeg | Promise<PlacedLeg> {
  const { unpriced, selection, quote } = shown
  const priced = (found: PlacedLeg['quote']) => withQuote(unpriced, found)
  if (quote?.price !== undefined) return confirmHousePrice(fixtures, quote, clock.businessNow()).then(priced)
  return quote === null && selection !== null ? board.freshQuote(selection).then(priced) : legOf(shown)
}

const gameOf = ({ league, teams, startsAt }: BoardFixture) => ({ league, teams, startsAt: startsAt.toISOString() })

/** The legs with the stops and hidden leagues of these rules, which the board may not have heard of yet. */
export const underRules = (legs: readonly PlacedLeg[], { stops, hidden }: Rules): readonly PlacedLeg[] =>
  stops.size === 0 && hidden.size === 0
    ? legs
    : legs.map((leg) => {
        const stopped = stoppedBy(stops, leg.fixture, leg.market)
        const isHidden = leg.game !== undefined && hidden.has(leg.game.league)
        return { ...leg, ...(stopped === null ? {} : { stopped }), ...(isHidden ? { blacklisted: true } : {}) }
      })

/** Now, or when the last quote was fetched if that is later: the clock of the machine that fetched it may be ahead. */
export function acceptedAt(now: Date, legs: readonly PlacedLeg[]): Date {
  let at = now.getTime()
  for (const { quote } of legs) if (quote !== null) at = Math.max(at, Date.parse(quote.fetchedAt))
  return at === now.getTime() ? now : new Date(at)
}
