import { useState } from 'react'
import type { Game } from '#services/contract/contract.ts'
import { businessNow, minutesSince } from '#ui/lib/time/business-clock.ts'
import { scoreOf } from '#ui/model/game/game-status.ts'
import type { ScoreSeen } from './decided.ts'

/** The scores of a game since this page began to show it; none before its first. */
export function useScoresSeen(game: Game): readonly ScoreSeen[] {
  const [seen, setSeen] = useState<readonly ScoreSeen[]>([])
  const home = scoreOf(game, game.home_team)
  const away = scoreOf(game, game.away_team)
  const last = seen.at(-1)
  if (home === null || away === null) return seen
  if (last !== undefined && last.home === Number(home) && last.away === Number(away)) return seen
  const minute = last === undefined ? null : minutesSince(game.commence_time, businessNow())
  const next = [...seen, { home: Number(home), away: Number(away), minute }]
  setSeen(next)
  return next
}
