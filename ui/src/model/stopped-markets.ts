// Markets that take no bets: stopped by the desk, or suspended because of the prices that came in.
import { stoppedMarket } from '#domain/desk/stops.ts'
import type { Game } from '#services/contract/contract.ts'
import { messages } from '#ui/lib/messages.ts'

/** A market's alternate lines are stopped with it. */
export const isMarketStopped = (
  { stopped_markets: stopped }: Pick<Game, 'stopped_markets'>,
  market?: string,
): boolean => market !== undefined && (stopped?.includes(stoppedMarket(market)) ?? false)

type Suspendable = Pick<Game, 'suspended_markets'>

/** The suspension of a market; undefined if it is not suspended. */
export const suspensionOf = ({ suspended_markets: suspended }: Suspendable, market?: string) =>
  suspended?.find((one) => one.market === market)

/** Why a market is suspended; null if it is not. */
export function suspendedReason(game: Suspendable, market?: string): string | null {
  const found = suspensionOf(game, market)
  return found === undefined ? null : messages.event.suspended[found.why]
}
