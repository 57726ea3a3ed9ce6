// The queue of markets that were suspended because their prices look like a mistake.
import { fixturesById } from '#projections/fixtures/queries.ts'
import type { SuspendedMarkets } from '#services/contract/contract.ts'
import { createSuspensions } from '#services/odds/suspension/suspensions.ts'
import type { Services } from '../services.ts'

const PAGE_SIZE = 10

/** One page of the queue. */
export async function suspendedMarkets(
  { pool, queries, clock }: Pick<Services, 'pool' | 'queries' | 'clock'>,
  page: number,
): Promise<SuspendedMarkets> {
  const suspensions = createSuspensions(pool)
  const now = clock.businessNow()
  const [markets, total] = await Promise.all([
    suspensions.queue(PAGE_SIZE, (page - 1) * PAGE_SIZE, now),
    suspensions.waiting(now),
  ])
  const games = await fixturesById(queries, [...new Set(markets.map(({ fixture }) => fixture))])
  const byId = new Map(games.map((game) => [game.fixture, game]))
  return {
    markets: markets.map(({ fixture: eventId, market, reason, move, since }) => ({
      eventId,
      home_team: byId.get(eventId)?.home ?? '',
      away_team: byId.get(eventId)?.away ?? '',
      market,
      reason,
      move,
      since: since.toISOString(),
    })),
    total,
    page,
    pageSize: PAGE_SIZE,
  }
}
