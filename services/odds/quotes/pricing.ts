// From an answer of the provider to stored quotes: which bookmaker counts, what it says, what is gone.

import type { OddsEvent } from '../provider/wire.ts'
import { chooseBookmaker, messageOf, pricesOf } from './prices.ts'
import type { Bookmaker, PricedFixture, QuoteStore } from './quote-store.ts'

/** A fixture gets another bookmaker only where its own has had no price for this long and others have one. */
const SILENT_MS = 15 * 60_000

export type OddsAnswer = {
  readonly events: ReadonlyMap<string, OddsEvent>
  readonly fetchedAt: Date
  /** The league, where all of it was asked for; null for some of its fixtures. */
  readonly wholeLeague: string | null
}

/** Stores what the provider says of these fixtures (by our ids) and tells the boards. Returns the fixtures touched. */
export async function storeOdds(store: QuoteStore, answer: OddsAnswer): Promise<string[]> {
  const { events, fetchedAt, wholeLeague } = answer
  const bookmakers = await bookmakersOf(store, events, fetchedAt)
  const priced = [...events].map(([fixture, event]): PricedFixture => {
    const bookmaker = bookmakers.get(fixture) ?? null
    const prices = bookmaker === null ? [] : pricesOf(event, bookmaker.key)
    return { fixture, bookmaker, prices, message: messageOf(event) }
  })
  const touched = await store.writeOdds({ fetchedAt, priced, wholeLeague })
  await store.notify(touched)
  return touched
}

async function bookmakersOf(
  store: QuoteStore,
  events: ReadonlyMap<string, OddsEvent>,
  fetchedAt: Date,
): Promise<Map<string, Bookmaker>> {
  const bookmakers = await store.pinned([...events.keys()])
  const choices = new Map<string, Bookmaker>()
  for (const [fixture, event] of events) {
    const pinned = bookmakers.get(fixture)
    if (pinned !== undefined && pricesOf(event, pinned.key).length > 0) continue
    const choice = chooseBookmaker(event)
    if (choice === null) continue
    if (pinned === undefined) choices.set(fixture, choice)
    else if (await store.repin(fixture, choice, new Date(fetchedAt.getTime() - SILENT_MS)))
      bookmakers.set(fixture, choice)
  }
  for (const [fixture, bookmaker] of await store.pin(choices)) bookmakers.set(fixture, bookmaker)
  return bookmakers
}
