import type { Game } from '#services/contract/contract.ts'
import { hasDraw, type Side } from '../markets/match-result.ts'

export type LeagueGroup = {
  key: string
  title: string
  country: string | null
  /** One column each in every row of the league. */
  sides: readonly Side[]
  games: Game[]
}

const THREE_WAY: readonly Side[] = ['home', 'draw', 'away']
const TWO_WAY: readonly Side[] = ['home', 'away']

/** Leagues in the order of their first game, games by start; equal starts by league and home team, so that nothing jumps. */
export function groupByLeague(games: Game[]): LeagueGroup[] {
  const groups = new Map<string, Game[]>()
  for (const game of [...games].sort(byStart)) {
    const group = groups.get(game.league_key)
    if (group) group.push(game)
    else groups.set(game.league_key, [game])
  }
  return [...groups.entries()].map(([key, members]) => ({
    key,
    title: members[0]?.league_title ?? key,
    country: members[0]?.country ?? null,
    sides: sidesOf(members),
    games: members,
  }))
}

/** With a column for the draw as soon as one of the games has it. */
export function sidesOf(games: Game[]): readonly Side[] {
  return games.some(hasDraw) ? THREE_WAY : TWO_WAY
}

export function byStart(a: Game, b: Game): number {
  return (
    a.commence_time.localeCompare(b.commence_time) ||
    a.league_title.localeCompare(b.league_title) ||
    a.home_team.localeCompare(b.home_team)
  )
}
