// The queue of markets whose prices could not be meant.
import type { SuspendedMarkets } from '#services/contract/contract.ts'
import { createSuspensions } from '#services/odds/suspension/suspensions.ts'
import type { Services } from '../services.ts'

const LIMIT = 100

export async function suspendedMarkets({ pool, clock }: Pick<Services, 'pool' | 'clock'>): Promise<SuspendedMarkets> {
  const markets = await createSuspensions(pool).queue(LIMIT, clock.businessNow())
  return {
    markets: markets.map(({ fixture: eventId, market, reason, move, since }) => ({
      eventId,
      market,
      reason,
      move,
      since: since.toISOString(),
    })),
  }
}
