// One poll of the games and prices of a league: lists and moves fixtures, and stores prices.
import { POSSIBLY_LIVE_MS } from '#domain/limits.ts'
import type { PollReport } from '../port.ts'
import type { FeedEvent, OddsEvent } from '../provider/wire.ts'
import { storeOdds } from '../quotes/store-odds.ts'
import type { KnownFixture } from './fixture-registry.ts'
import type { PollContext } from './poll-context.ts'
import { report, skipped } from './poll-context.ts'
import { LISTED_AHEAD_MS } from './polling-intervals.ts'

/** The games of the coming days, which cost no credits. */
export async function pollEvents(context: PollContext, league: string, now: Date): Promise<PollReport> {
  const startsBefore = new Date(now.getTime() + LISTED_AHEAD_MS)
  const reply = await context.budgetGuard.spend(0, true, () => context.client.events(league, { startsBefore }))
  if (reply === null) return skipped(league, 'events')
  const { listed, moved, failures } = await ingest(context, reply.data, now)
  if (failures.length > 0) throw failures[0]
  return report(league, 'events', { listed, moved })
}

export async function pollOdds(context: PollContext, league: string, now: Date): Promise<PollReport> {
  const markets = context.marketsOf(league)
  const cost = context.client.regions * markets.length
  const reply = await context.budgetGuard.spend(cost, true, () => context.client.odds(league, { markets }))
  if (reply === null) return skipped(league, 'odds')
  const { fixtures, listed, moved, failures } = await ingest(context, reply.data, now)
  const events = new Map<string, OddsEvent>()
  for (const event of reply.data) {
    const fixture = fixtures.get(event.id)
    if (fixture !== undefined && fixture.closedAt === null) events.set(fixture.id, event)
  }
  await storeOdds(context.store, { events, fetchedAt: now, markets, wholeLeague: league })
  if (failures.length > 0) throw failures[0]
  return report(league, 'odds', { listed, moved, credits: reply.credits.last ?? 0 })
}

type Ingested = {
  /** By the provider's ids. */
  readonly fixtures: Map<string, KnownFixture>
  readonly listed: number
  readonly moved: number
  /** Of games that could not be listed or moved; the others are still priced. */
  readonly failures: readonly unknown[]
}

/** Lists new games, and moves those whose start has changed. */
async function ingest({ registry, commands }: PollContext, events: readonly FeedEvent[], now: Date): Promise<Ingested> {
  const fixtures = new Map<string, KnownFixture>()
  let listed = 0
  let moved = 0
  const ingestOne = async (event: FeedEvent) => {
    const startsAt = new Date(event.commence_time)
    const known = registry.byProviderId(event.id)
    if (known === undefined) {
      const ahead = startsAt.getTime() - now.getTime()
      if (ahead > LISTED_AHEAD_MS || ahead < -POSSIBLY_LIVE_MS || event.home_team === event.away_team) return
      const fixture = await commands.list(event, now)
      if (fixture === null) return
      listed += 1
      fixtures.set(event.id, fixture)
      return
    }
    fixtures.set(event.id, known)
    if (known.closedAt === null && known.startsAt.getTime() !== startsAt.getTime()) {
      if (await commands.move(known, startsAt, now)) moved += 1
    }
  }
  const results = await Promise.allSettled(events.map(ingestOne))
  const failures = results.filter((each) => each.status === 'rejected').map(({ reason }) => reason as unknown)
  return { fixtures, listed, moved, failures }
}
