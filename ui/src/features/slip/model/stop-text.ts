import { refusalTexts } from '#domain/refusals.ts'
import type { Game } from '#services/contract/contract.ts'
import { messages } from '#ui/lib/messages.ts'
import { isMarketStopped } from '#ui/model/stopped-markets.ts'

/**
 * Why no bets are taken on this market: the text with which the server refuses them while the desk has stopped it, or
 * that the event seems to have begun early. Null if neither is so.
 */
export function stopText(game: Game | null | undefined, market: string): string | null {
  if (game?.stopped === 'all') return refusalTexts.betting_stopped
  if (game?.stopped === 'event') return refusalTexts.event_stopped
  if (game?.begun_early) return messages.event.begunEarly
  return game && isMarketStopped(game, market) ? refusalTexts.market_stopped : null
}
