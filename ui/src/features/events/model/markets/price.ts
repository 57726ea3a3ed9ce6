// Whether and how one outcome of a game is offered, everywhere by the same rules.
import type { Game } from '#services/contract/contract.ts'
import { messages } from '#ui/lib/messages.ts'
import type { OddsState } from '../../components/odds-button.tsx'
import { DRAW, h2hMarket, INDICATIVE_ODDS, outcomeIndex, type Side } from './match-result.ts'

export type Price = { odds: string | null; state: OddsState; reason?: string; index: number }

/**
 * `started`: by the business clock. `fresh`: false while the game comes from an earlier visit's storage, whose prices
 * are shown but not offered.
 */
export function sidePrice(game: Game, side: Side, started: boolean, fresh = true): Price {
  const market = h2hMarket(game)
  const index = outcomeIndex(game, side)
  const odds = market?.outcomes[index]?.price.toFixed(2) ?? null
  const closed = closedReason(game)
  if (closed) return { odds, state: 'locked', reason: closed, index }
  if (!market) {
    if (started) return { odds: null, state: 'locked', reason: messages.event.locked, index }
    return { odds: INDICATIVE_ODDS[side], state: 'indicative', index }
  }
  if (odds === null) return { odds, state: 'missing', index }
  return { odds, state: fresh ? 'offered' : 'indicative', index }
}

/** Why nothing of the game can be bet on; null while it can. */
export function closedReason(game: Pick<Game, 'completed' | 'bettable'>): string | null {
  if (game.completed) return messages.event.finished
  return game.bettable ? null : messages.event.locked
}

export function sideName(game: Pick<Game, 'home_team' | 'away_team'>, side: Side): string {
  if (side === 'draw') return DRAW
  return `${side === 'home' ? game.home_team : game.away_team} to win`
}

export const SIDE_LABELS: Record<Side, string> = { home: '1', draw: 'X', away: '2' }
