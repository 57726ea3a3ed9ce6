// From a reply of the provider to fixtures: lists new games, links new ids of known ones, moves those whose start has
// changed.
import { POSSIBLY_LIVE_MS } from '#domain/limits.ts'
import type { KnownFixture } from '../polling/fixture-registry.ts'
import { fixtureIdOf } from '../polling/fixture-registry.ts'
import type { PollContext } from '../polling/poll-context.ts'
import { LISTED_AHEAD_MS } from '../polling/polling-intervals.ts'
import type { FeedEvent } from '../provider/wire.ts'
import { sameName } from '../quotes/names.ts'
import type { Believed } from './belief.ts'
import { queueDoubtfulPairs } from './find-doubtful-pairs.ts'
import { identifyNew, isScored } from './identify.ts'
import { oneListingEach } from './one-listing.ts'

export type FeedAnswer<Event extends FeedEvent> = {
  readonly league: string
  readonly events: readonly Event[]
  /** Ids of events that could not be read; they are listed all the same. */
  readonly rejectedIds?: readonly string[]
  /** Business time of the request. */
  readonly at: Date
}

export type Ingested<Event extends FeedEvent> = {
  /** The listing that counts for each fixture, by our id. */
  readonly listings: Map<string, Believed<Event, KnownFixture>>
  readonly listed: number
  readonly moved: number
  /** Errors about games that could not be listed, linked or moved; the others are still priced. */
  readonly failures: readonly unknown[]
}

type Context = Pick<PollContext, 'registry' | 'commands' | 'store' | 'belief' | 'newStarts'>

export async function ingest<Event extends FeedEvent>(
  context: Context,
  { league, events, rejectedIds = [], at }: FeedAnswer<Event>,
): Promise<Ingested<Event>> {
  const { registry, commands, store, belief } = context
  const fixtures = new Map<string, KnownFixture>()
  for (const { id } of events) {
    const known = registry.byProviderId(id)
    if (known !== undefined) fixtures.set(id, known)
  }
  await store.noteListed({
    league,
    ids: [...events.map(({ id }) => id), ...rejectedIds],
    fixtures: new Map([...fixtures].map(([id, fixture]) => [id, fixture.id])),
    at,
    // a league without games is more often a fault of the provider than the end of a season
    complete: events.length > 0,
  })

  const isNew = ({ id, home_team, away_team, commence_time }: FeedEvent): boolean => {
    const ahead = new Date(commence_time).getTime() - at.getTime()
    return (
      !fixtures.has(id) && ahead <= LISTED_AHEAD_MS && ahead >= -POSSIBLY_LIVE_MS && !sameName(home_team, away_team)
    )
  }
  const possible = belief.possible(events, at)
  const fresh = possible.filter(isNew)
  const identities = await identifyNew(context, league, fresh, at)
  let listed = 0
  const takenUp = await Promise.allSettled(
    fresh.map(async (event) => {
      const fixture = await takeUp(context, event, identities.get(event.id) ?? null, at)
      if (fixture === null) return
      if (fixture.id === fixtureIdOf(event.id)) listed += 1
      fixtures.set(event.id, fixture)
    }),
  )

  const believed = belief.ofFixtures(possible, (id) => fixtures.get(id))
  const ids = new Map([...fixtures].map(([id, fixture]) => [id, fixture.id]))
  const listings = await oneListingEach(store, believed, ids)
  let moved = 0
  const brought = await Promise.allSettled(
    (await newStartsIn(context, [...listings.values()], at)).map(async ({ fixture, startsAt }) => {
      if (await commands.move(fixture, startsAt, at)) moved += 1
    }),
  )
  await queueDoubtfulPairs(context, league, at)
  const failures = [...takenUp, ...brought].filter((each) => each.status === 'rejected')
  return {
    listings,
    listed,
    moved,
    failures: failures.map(({ reason }) => reason as unknown),
  }
}

/** The games that a reply moves, and their new starts. */
async function newStartsIn(
  { store, newStarts }: Context,
  listings: readonly Believed<FeedEvent, KnownFixture>[],
  at: Date,
): Promise<{ fixture: KnownFixture; startsAt: Date }[]> {
  const open = listings
    .filter(({ fixture }) => fixture.closedAt === null)
    .map(({ fixture, event }) => ({ fixture, startsAt: new Date(event.commence_time) }))
  const isOther = ({ fixture, startsAt }: (typeof open)[number]) => fixture.startsAt.getTime() !== startsAt.getTime()
  for (const one of open) if (!isOther(one)) newStarts.stays(one.fixture.id)
  const other = open.filter(isOther)
  const scores = other.length === 0 ? new Map() : await store.scores(other.map(({ fixture }) => fixture.id))
  return other.filter(({ fixture, startsAt }) =>
    newStarts.believes({
      fixture: fixture.id,
      from: fixture.startsAt,
      to: startsAt,
      at,
      scored: isScored(scores.get(fixture.id)),
    }),
  )
}

/** The fixture that a new id is linked to or listed as; null if that has to wait for the next reply. */
async function takeUp(
  { commands, store }: Context,
  event: FeedEvent,
  fixture: string | null,
  at: Date,
): Promise<KnownFixture | null> {
  if (fixture === null) return null
  const own = fixtureIdOf(event.id)
  if (fixture === own) return commands.list(event, at)
  const linked = await commands.link(event, fixture, at)
  if (linked === 'closed') {
    // the game was decided a moment before, so what is listed now is a different one
    await store.reassignId(event.id, own)
    return commands.list(event, at)
  }
  return linked
}
