// Stores the quotes of an answer of the provider: by which bookmaker, at which prices, and which are gone.
import { MINUTE } from '#services/platform/clock/durations.ts'
import type { OddsEvent } from '../provider/wire.ts'
import type { FeedStore } from '../store/feed-store.ts'
import type { Bookmaker } from './bookmaker-pins.ts'
import { chooseBookmaker, messageOf, pricesOf } from './prices.ts'
import type { PricedFixture } from './quote-writer.ts'

/** A fixture gets another bookmaker only if its own has had no price for this long, and others have one. */
const SILENT_MS = 15 * MINUTE

export type OddsAnswer = {
  readonly events: ReadonlyMap<string, OddsEvent>
  readonly fetchedAt: Date
  /** The league, if all of it was fetched; null for some of its fixtures. */
  readonly wholeLeague: string | null
}

/** Stores the prices of these fixtures (by our ids) and notifies the boards. Returns the fixtures touched. */
export async function storeOdds(store: FeedStore, answer: OddsAnswer): Promise<string[]> {
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
  store: FeedStore,
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
