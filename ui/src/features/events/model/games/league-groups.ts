import type { Game } from '#services/contract/contract.ts'
import { h2hMarket, hasDraw, type Side } from '../markets/match-result.ts'

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

/**
 * Leagues in the order of their first game, games by start. `shown` are the groups so far: with `keepsOrder`, they come
 * first, in that order.
 */
export function groupByLeague(games: Game[], shown: readonly LeagueGroup[] = [], keepsOrder = false): LeagueGroup[] {
  const groups = Map.groupBy([...games].sort(byStart), (game) => game.league_key)
  const before = new Map(shown.map((group) => [group.key, group.sides]))
  const keys = new Set(keepsOrder ? [...before.keys(), ...groups.keys()] : groups.keys())
  return [...keys].flatMap((key) => {
    const members = groups.get(key)
    const first = members?.[0]
    if (!first) return []
    return {
      key,
      title: first.league_title,
      country: first.country,
      sides: sidesOf(members, before.get(key)),
      games: members,
    }
  })
}

/**
 * Includes the draw as soon as one of the games offers it. Games without a market are counted only if no game has one
 * and no columns were shown `before`: a league keeps its columns while its betting is suspended.
 */
export function sidesOf(games: Game[], before?: readonly Side[]): readonly Side[] {
  const priced = games.filter(h2hMarket)
  if (priced.length === 0 && before) return before
  return (priced.length > 0 ? priced : games).some(hasDraw) ? THREE_WAY : TWO_WAY
}

/** Equal starts are ordered by league and home team, so that the order is stable. */
export function byStart(a: Game, b: Game): number {
  return (
    a.commence_time.localeCompare(b.commence_time) ||
    a.league_title.localeCompare(b.league_title) ||
    a.home_team.localeCompare(b.home_team)
  )
}
