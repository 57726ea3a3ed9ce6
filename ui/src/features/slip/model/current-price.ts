import type { Game } from '#services/contract/contract.ts'
import type { Selection } from '#ui/model/slip/selection.ts'
import { isMarketStopped } from '#ui/model/stopped-markets.ts'

/** The current price of a selection; null if it is not offered or the game takes no bets. */
export function currentPrice(game: Game | null, selection: Selection): number | null {
  if (game === null || !game.bettable || game.completed || isMarketStopped(game, selection.marketKey)) return null
  const market = game.bookmakers[0]?.markets.find((candidate) => candidate.key === selection.marketKey)
  const outcome = market?.outcomes.find(
    (candidate) => candidate.name === selection.selection && (candidate.point ?? null) === selection.point,
  )
  return outcome?.price ?? null
}
