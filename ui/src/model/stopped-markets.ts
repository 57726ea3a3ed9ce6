// Markets that the desk has stopped betting on.
import { stoppedMarket } from '#domain/desk/stops.ts'
import type { Game } from '#services/contract/contract.ts'

/** A market's alternate lines are stopped with it. */
export const isMarketStopped = (
  { stopped_markets: stopped }: Pick<Game, 'stopped_markets'>,
  market?: string,
): boolean => market !== undefined && (stopped?.includes(stoppedMarket(market)) ?? false)
