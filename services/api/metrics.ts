// Metrics that an api reads only when it is scraped: open streams, and the state of the feed.
import { gauge, readOnScrape } from '#services/platform/metrics/registry.ts'
import type { Services } from './services.ts'

const streams = gauge('streams', 'Open event streams of browsers')

const feed = {
  age: gauge('feed_age_seconds', 'Business seconds since odds of any league were read'),
  stale: gauge('feed_stale_leagues', 'Leagues whose odds are older than they may be'),
  games: gauge('feed_games', 'Games on the board', ['priced']),
  trouble: gauge('feed_trouble', '1 for the trouble that the feed is in', ['kind']),
  credits: gauge('feed_credits', 'Credits at the provider', ['kind']),
  calls: gauge('feed_calls_today', 'Calls to the provider since midnight (UTC)', ['result']),
}

type Sources = Pick<Services, 'feed'> & { readonly hub: { readonly size: number } }

/** Returns a function that stops serving them. */
export function readApiMetrics({ hub, feed: source }: Sources): () => void {
  const stops = [
    readOnScrape({ source: 'streams', gauges: [streams], read: () => streams.set(hub.size) }),
    readOnScrape({ source: 'feed', gauges: Object.values(feed), read: () => readFeed(source) }),
  ]
  return () => stops.forEach((stop) => void stop())
}

async function readFeed(source: Services['feed']): Promise<void> {
  const { leagues, counts, credits, trouble } = await source.health()
  const ages = leagues.flatMap(({ odds }) => odds.ageS ?? [])
  if (ages.length > 0) feed.age.set(Math.min(...ages))
  feed.stale.set(counts.staleLeagues)
  feed.games.set({ priced: 'yes' }, counts.priced)
  feed.games.set({ priced: 'no' }, counts.games - counts.priced)
  if (trouble !== null) feed.trouble.set({ kind: trouble.kind }, 1)
  feed.calls.set({ result: 'answered' }, counts.callsToday - counts.failuresToday)
  feed.calls.set({ result: 'failed' }, counts.failuresToday)
  const { remaining, budgetToday, spentToday } = credits
  for (const [kind, value] of Object.entries({ remaining, budgetToday, spentToday })) {
    if (value !== null) feed.credits.set({ kind }, value)
  }
}
