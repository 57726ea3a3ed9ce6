import { refusalTexts } from '#domain/refusals.ts'
import type { Game } from '#services/contract/contract.ts'
import { isMarketStopped } from '#ui/model/stopped-markets.ts'

/**
 * The text with which the server would refuse a bet on this market while the desk has stopped it; null if it is not
 * stopped.
 */
export function stopText(game: Game | null | undefined, market: string): string | null {
  if (game?.stopped === 'all') return refusalTexts.betting_stopped
  if (game?.stopped === 'event') return refusalTexts.event_stopped
  return game && isMarketStopped(game, market) ? refusalTexts.market_stopped : null
}
