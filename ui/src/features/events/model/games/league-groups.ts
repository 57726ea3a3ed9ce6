import type { Game } from '#services/contract/contract.ts'
import { hasDraw, type Side } from '../markets/match-result.ts'

export type LeagueGroup = {
  key: string
  title: string
  country: string | null
  /** The price columns of the league's rows. */
  sides: readonly Side[]
  games: Game[]
}

const THREE_WAY: readonly Side[] = ['home', 'draw', 'away']
const TWO_WAY: readonly Side[] = ['home', 'away']

/** Leagues in the order of their first game, after those that are shown already (by key); games by start. */
export function groupByLeague(games: Game[], shown: readonly string[] = []): LeagueGroup[] {
  const groups = Map.groupBy([...games].sort(byStart), (game) => game.league_key)
  const keys = new Set([...shown.filter((key) => groups.has(key)), ...groups.keys()])
  return [...keys]
    .map((key): [string, Game[]] => [key, groups.get(key) ?? []])
    .map(([key, members]) => ({
      key,
      title: members[0]?.league_title ?? key,
      country: members[0]?.country ?? null,
      sides: sidesOf(members),
      games: members,
    }))
}

/** Includes the draw as soon as one of the games offers it. */
export function sidesOf(games: Game[]): readonly Side[] {
  return games.some(hasDraw) ? THREE_WAY : TWO_WAY
}

/** Equal starts by league and home team, so that their order is stable. */
export function byStart(a: Game, b: Game): number {
  return (
    a.commence_time.localeCompare(b.commence_time) ||
    a.league_title.localeCompare(b.league_title) ||
    a.home_team.localeCompare(b.home_team)
  )
}
