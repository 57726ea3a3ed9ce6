// Stores the quotes of a reply of the provider: by which bookmaker, at which prices, which are gone, and which are
// suspended.
import { MINUTE } from '#services/platform/clock/durations.ts'
import type { Believed } from '../identity/belief.ts'
import type { OddsEvent } from '../provider/wire.ts'
import type { FeedStore } from '../store/feed-store.ts'
import { type FixturePrices, suspendMarkets } from '../suspension/suspend-markets.ts'
import type { Bookmaker } from './bookmaker-pins.ts'
import { messageOf } from './message.ts'
import { type BookPrices, chooseBookmaker, headToHeadOf, pricesOf, unpricedResult } from './prices.ts'

/** A fixture gets another bookmaker only if its own has had no price for this long and others have one. */
const SILENT_MS = 15 * MINUTE

export type OddsAnswer = {
  /** By our id of the fixture. */
  readonly events: ReadonlyMap<string, Believed<OddsEvent>>
  readonly fetchedAt: Date
  /** The markets that were asked for: those of them without a price are gone. */
  readonly markets: readonly string[]
  /** The league, if all of it was fetched; null for some of its fixtures. */
  readonly wholeLeague: string | null
}

/**
 * Seals the prices of these fixtures, stores them and notifies the boards. Returns the fixtures whose prices or
 * suspensions changed. Throws if the prices could not be sealed; then the old ones stay, and age.
 */
export async function storeOdds(store: FeedStore, answer: OddsAnswer): Promise<string[]> {
  const { events, fetchedAt, markets, wholeLeague } = answer
  const bookmakers = await bookmakersOf(store, answer)
  const read = [...events].map(([fixture, { event, sent, fixture: teams }]): FixturePrices => {
    const bookmaker = bookmakers.get(fixture) ?? null
    const found = bookmaker === null ? withoutBookmaker(event, markets) : pricesOf(event, bookmaker.key, teams)
    return { fixture, league: event.sport_key, bookmaker, message: messageOf(sent), ...found }
  })
  const { priced, changed } = await suspendMarkets(store, read, markets, fetchedAt)
  const sealed = await store.seal(priced, fetchedAt)
  const written = await store.writeOdds({ fetchedAt, priced: sealed, markets, wholeLeague })
  const touched = [...new Set([...written, ...changed])]
  await store.notify(touched)
  return touched
}

/**
 * No bookmaker has a match result that can be meant: then the market is suspended, where it would be missing without a
 * word.
 */
function withoutBookmaker(event: OddsEvent, markets: readonly string[]): BookPrices {
  const problem = markets.includes('h2h') ? unpricedResult(event) : null
  return { prices: [], problems: new Map(problem === null ? [] : [['h2h', problem]]) }
}

async function bookmakersOf(
  store: FeedStore,
  { events, fetchedAt, markets }: OddsAnswer,
): Promise<Map<string, Bookmaker>> {
  const bookmakers = await store.pinned([...events.keys()])
  // the match result decides the bookmaker, and other markets follow it
  if (!markets.includes('h2h')) return bookmakers
  const choices = new Map<string, Bookmaker>()
  for (const [fixture, { event }] of events) {
    const pinned = bookmakers.get(fixture)
    if (pinned !== undefined && headToHeadOf(event, pinned.key).length > 0) continue
    const choice = chooseBookmaker(event)
    if (choice === null) continue
    if (pinned === undefined) choices.set(fixture, choice)
    else if (await store.repin(fixture, choice, new Date(fetchedAt.getTime() - SILENT_MS)))
      bookmakers.set(fixture, choice)
  }
  for (const [fixture, bookmaker] of await store.pin(choices)) bookmakers.set(fixture, bookmaker)
  return bookmakers
}
