// One poll of the games and prices of a league: lists and moves fixtures, and stores prices.
import { type FeedAnswer, ingest } from '../identity/ingest.ts'
import type { PollReport } from '../port.ts'
import type { Reply } from '../provider/client.ts'
import type { FeedEvent } from '../provider/wire.ts'
import { storeOdds } from '../quotes/store-odds.ts'
import type { PollContext } from './poll-context.ts'
import { report, skipped } from './poll-context.ts'
import { LISTED_AHEAD_MS } from './polling-intervals.ts'

/** The games of the coming days, at no cost. */
export async function pollEvents(context: PollContext, league: string, now: Date): Promise<PollReport> {
  const startsBefore = new Date(now.getTime() + LISTED_AHEAD_MS)
  const reply = await context.budgetGuard.spend(0, 'poll', () => context.client.events(league, { startsBefore }))
  if (reply === null) return skipped(league, 'events')
  const { listed, moved, failures } = await ingest(context, answerOf(league, reply, now))
  if (failures.length > 0) throw failures[0]
  return report(league, 'events', { listed, moved, unread: reply.rejected })
}

export async function pollOdds(context: PollContext, league: string, now: Date): Promise<PollReport> {
  const markets = context.marketsOf(league)
  const cost = context.client.regions * markets.length
  const reply = await context.budgetGuard.spend(cost, 'poll', () => context.client.odds(league, { markets }))
  if (reply === null) return skipped(league, 'odds')
  const { listings, listed, moved, failures } = await ingest(context, answerOf(league, reply, now))
  const events = new Map([...listings].filter(([, { fixture }]) => fixture.closedAt === null))
  await storeOdds(context.store, { events, fetchedAt: now, markets, wholeLeague: league })
  if (failures.length > 0) throw failures[0]
  return report(league, 'odds', { listed, moved, credits: reply.credits.last ?? 0, unread: reply.rejected })
}

const answerOf = <Event extends FeedEvent>(
  league: string,
  { data: events, rejectedIds = [] }: Reply<Event[]>,
  at: Date,
): FeedAnswer<Event> => ({ league, events, rejectedIds, at })
