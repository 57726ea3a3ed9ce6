// Whether and how an outcome of a game is offered.
import type { Game } from '#services/contract/contract.ts'
import { messages } from '#ui/lib/messages.ts'
import { decimalText } from '#ui/lib/odds-format.ts'
import { isMarketStopped, suspendedReason } from '#ui/model/stopped-markets.ts'
import { DRAW, h2hMarket, INDICATIVE_ODDS, outcomeIndex, type Side } from './match-result.ts'

/**
 * 'offered' can be picked. 'locked': betting is closed for now. 'missing': the outcome has no price. 'indicative': the
 * price is a placeholder, or outdated.
 */
export type OddsState = 'offered' | 'locked' | 'missing' | 'indicative'

const H2H = 'h2h'

type Price = { odds: string | null; state: OddsState; reason?: string; index: number }

type PriceContext = {
  /** On the business clock. */
  hasStarted: boolean
  /** False for games stored during an earlier visit. */
  isFresh: boolean
}

export function sidePrice(game: Game, side: Side, { hasStarted, isFresh }: PriceContext): Price {
  const market = h2hMarket(game)
  const index = outcomeIndex(game, side)
  const price = market?.outcomes[index]?.price
  const odds = price === undefined ? null : decimalText(price)
  const closed = closedReason(game, H2H)
  if (closed) return { odds, state: 'locked', reason: closed, index }
  if (!market) {
    if (hasStarted) return { odds: null, state: 'locked', reason: messages.event.locked, index }
    return { odds: INDICATIVE_ODDS[side], state: 'indicative', index }
  }
  if (odds === null) return { odds, state: 'missing', index }
  if (game.stale || !isFresh) return { odds, state: 'indicative', reason: messages.event.stale, index }
  return { odds, state: 'offered', index }
}

/** Why a game, or one of its markets, takes no bets; null while it does. */
export function closedReason(
  game: Pick<Game, 'completed' | 'bettable' | 'begun_early' | 'stopped_markets' | 'suspended_markets'>,
  market?: string,
): string | null {
  if (game.completed) return messages.event.finished
  if (game.begun_early) return messages.event.begunEarly
  return game.bettable && !isMarketStopped(game, market) ? suspendedReason(game, market) : messages.event.locked
}

/** Names the game too: screen readers can list all buttons of a page, without rows and columns. */
export function sideName({ home_team: home, away_team: away }: Game, side: Side): string {
  const [team, other] = side === 'away' ? [away, home] : [home, away]
  return side === 'draw' ? `${DRAW} in ${home} vs ${away}` : `${team} to win against ${other}`
}

export const SIDE_LABELS: Record<Side, string> = { home: '1', draw: 'X', away: '2' }
