// Which listing counts for a fixture that is listed under several ids at once.
import type { ScoreEvent } from '../provider/wire.ts'
import { pointsOf } from '../results/results.ts'
import type { Listings } from './listings.ts'

/** One listing per fixture: the one that the provider listed last. Events without a fixture are left out. */
export async function oneListingEach<Event extends { readonly id: string }>(
  store: Pick<Listings, 'listingsOf'>,
  events: readonly Event[],
  fixtures: ReadonlyMap<string, string>,
): Promise<Map<string, Event>> {
  const byFixture = Map.groupBy(
    events.filter(({ id }) => fixtures.has(id)),
    ({ id }) => fixtures.get(id)!,
  )
  const several = [...byFixture].filter(([, { length }]) => length > 1).map(([fixture]) => fixture)
  const order = await newestFirst(store, several)
  return new Map([...byFixture].map(([fixture, listed]) => [fixture, listed.toSorted((a, b) => order(a.id, b.id))[0]!]))
}

/**
 * Sorts the ids of these fixtures: the one that the provider listed last is the first, since it replaced the others. Ids
 * that are not known to have been listed come last.
 */
export async function newestFirst(
  { listingsOf }: Pick<Listings, 'listingsOf'>,
  fixtures: readonly string[],
): Promise<(one: string, other: string) => number> {
  const listings = await listingsOf(fixtures)
  const since = new Map(listings.map(({ providerId, firstListedAt }) => [providerId, firstListedAt.getTime()]))
  return (one, other) => (since.get(other) ?? 0) - (since.get(one) ?? 0) || (other < one ? -1 : 1)
}

/** How much a read says. A game that was postponed stays without scores under its first id. */
const weight = (event: ScoreEvent): number => (pointsOf(event) === null ? 0 : event.completed ? 2 : 1)

/**
 * Of reads that are turned to match the fixture, the one that says the most. Null if two final ones of the same fixture
 * contradict each other: then neither is believed.
 */
export function oneRead(events: readonly ScoreEvent[]): ScoreEvent | null {
  const [first, second] = events.toSorted((one, other) => weight(other) - weight(one) || (one.id < other.id ? -1 : 1))
  if (first === undefined) return null
  if (second === undefined || weight(first) < 2 || weight(second) < 2) return first
  const [one, other] = [pointsOf(first), pointsOf(second)]
  return one?.home === other?.home && one?.away === other?.away ? first : null
}
