// From an answer of the provider to fixtures: lists new games, links new ids of known ones, moves those whose start has changed.
import { POSSIBLY_LIVE_MS } from '#domain/limits.ts'
import type { KnownFixture } from '../polling/fixture-registry.ts'
import { fixtureIdOf } from '../polling/fixture-registry.ts'
import type { PollContext } from '../polling/poll-context.ts'
import { LISTED_AHEAD_MS } from '../polling/polling-intervals.ts'
import type { FeedEvent } from '../provider/wire.ts'
import { queueDoubtfulPairs } from './find-doubtful-pairs.ts'
import { identifyNew } from './identify.ts'
import { oneListingEach } from './one-listing.ts'

export type FeedAnswer<Event extends FeedEvent> = {
  readonly league: string
  readonly events: readonly Event[]
  /** Of events that could not be read: they are listed all the same. */
  readonly rejectedIds?: readonly string[]
  /** Business time of the request. */
  readonly at: Date
}

export type Ingested<Event extends FeedEvent> = {
  /** The listing that counts of each fixture. */
  readonly listings: Map<KnownFixture, Event>
  readonly listed: number
  readonly moved: number
  /** Of games that could not be listed, linked or moved; the others are still priced. */
  readonly failures: readonly unknown[]
}

type Context = Pick<PollContext, 'registry' | 'commands' | 'store'>

export async function ingest<Event extends FeedEvent>(
  context: Context,
  { league, events, rejectedIds = [], at }: FeedAnswer<Event>,
): Promise<Ingested<Event>> {
  const { registry, commands, store } = context
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
    // a league without games is a fault of the provider more often than the end of a season
    complete: events.length > 0,
  })

  const isNew = ({ id, home_team, away_team, commence_time }: FeedEvent): boolean => {
    const ahead = new Date(commence_time).getTime() - at.getTime()
    return !fixtures.has(id) && ahead <= LISTED_AHEAD_MS && ahead >= -POSSIBLY_LIVE_MS && home_team !== away_team
  }
  const fresh = events.filter(isNew)
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

  const byId = new Map([...fixtures.values()].map((fixture) => [fixture.id, fixture]))
  const ids = new Map([...fixtures].map(([id, fixture]) => [id, fixture.id]))
  const counting = await oneListingEach(store, events, ids)
  let moved = 0
  const brought = await Promise.allSettled(
    [...counting].map(async ([id, event]) => {
      const fixture = byId.get(id)!
      const startsAt = new Date(event.commence_time)
      if (fixture.closedAt !== null || fixture.startsAt.getTime() === startsAt.getTime()) return
      if (await commands.move(fixture, startsAt, at)) moved += 1
    }),
  )
  await queueDoubtfulPairs(context, league, at)
  const failures = [...takenUp, ...brought].filter((each) => each.status === 'rejected')
  return {
    listings: new Map([...counting].map(([id, event]) => [byId.get(id)!, event])),
    listed,
    moved,
    failures: failures.map(({ reason }) => reason as unknown),
  }
}

/** The fixture of a new id, under which it is from now on; null if that is to be told by the next answer. */
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
    // decided a moment before: what is listed now is another game
    await store.reassignId(event.id, own)
    return commands.list(event, at)
  }
  return linked
}
