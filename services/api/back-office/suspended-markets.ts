// The queue of markets whose prices could not be meant.
import { fixturesById } from '#projections/fixtures/queries.ts'
import type { SuspendedMarkets } from '#services/contract/contract.ts'
import { createSuspensions } from '#services/odds/suspension/suspensions.ts'
import type { Services } from '../services.ts'

const LIMIT = 100

export async function suspendedMarkets({
  pool,
  queries,
  clock,
}: Pick<Services, 'pool' | 'queries' | 'clock'>): Promise<SuspendedMarkets> {
  const markets = await createSuspensions(pool).queue(LIMIT, clock.businessNow())
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
  }
}
