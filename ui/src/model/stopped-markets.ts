// Markets that take no bets: stopped by the desk, or suspended because of the prices that came in.
import { stoppedMarket } from '#domain/desk/stops.ts'
import type { Game } from '#services/contract/contract.ts'
import { messages } from '#ui/lib/messages.ts'

/** A market's alternate lines are stopped with it. */
export const isMarketStopped = (
  { stopped_markets: stopped }: Pick<Game, 'stopped_markets'>,
  market?: string,
): boolean => market !== undefined && (stopped?.includes(stoppedMarket(market)) ?? false)

/** Why a market is suspended; null if it is not. */
export function suspendedReason(
  { suspended_markets: suspended }: Pick<Game, 'suspended_markets'>,
  market?: string,
): string | null {
  const found = suspended?.find((one) => one.market === market)
  return found === undefined ? null : messages.event.suspended[found.why]
}
