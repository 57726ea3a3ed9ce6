import type { Game } from '#services/contract/contract.ts'
import { scoreOf } from '#ui/model/game/game-status.ts'
import { DRAW, hasDraw } from '../markets/match-result.ts'

/** 'Final · Parma won', 'Final · Draw'; 'Final' if the scores do not tell. */
export function finalText(game: Pick<Game, 'home_team' | 'away_team' | 'scores' | 'sport' | 'bookmakers'>): string {
  const [home, away] = [game.home_team, game.away_team].map((team) => Number(scoreOf(game, team) ?? Number.NaN))
  if (home === undefined || away === undefined || Number.isNaN(home) || Number.isNaN(away)) return 'Final'
  if (home !== away) return `Final · ${home > away ? game.home_team : game.away_team} won`
  return hasDraw(game) ? `Final · ${DRAW}` : 'Final'
}
