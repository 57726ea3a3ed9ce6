import { refusalTexts } from '#domain/refusals.ts'
import type { Game } from '#services/contract/contract.ts'
import { messages } from '#ui/lib/messages.ts'
import { isMarketStopped, suspendedReason, suspensionOf } from '#ui/model/stopped-markets.ts'

/**
 * Why no bets are taken on this market: the text with which the server refuses them while the desk has stopped it, that
 * the event seems to have begun early, or that the market is suspended because its prices look wrong. Null if it is
 * none of these.
 */
export function stopText(game: Game | null | undefined, market: string): string | null {
  if (game?.stopped === 'all') return refusalTexts.betting_stopped
  if (game?.stopped === 'event') return refusalTexts.event_stopped
  if (game?.begun_early) return messages.event.begunEarly
  if (!game) return null
  if (isMarketStopped(game, market)) return refusalTexts.market_stopped
  // Bookmakers take prices down around every goal: such a selection is only gone for a moment.
  return suspensionOf(game, market)?.why === 'in-doubt' ? suspendedReason(game, market) : null
}
