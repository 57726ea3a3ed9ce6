import type { GameResult } from '#services/contract/contract.ts'

export type LeagueResults = { key: string; title: string; country: string | null; games: GameResult[] }
export type SportResults = { key: string; name: string; leagues: LeagueResults[]; count: number }

/** By sport and league: sports in the order received, leagues by name. */
export function resultGroups(games: readonly GameResult[]): SportResults[] {
  return [...Map.groupBy(games, ({ sport }) => sport)].map(([key, ofSport]) => ({
    key,
    name: ofSport[0]?.sport_name ?? key,
    count: ofSport.length,
    leagues: [...Map.groupBy(ofSport, ({ league_key }) => league_key)]
      .map(([league, ofLeague]) => ({
        key: league,
        title: ofLeague[0]?.league_title ?? league,
        country: ofLeague[0]?.country ?? null,
        games: ofLeague,
      }))
      .sort((a, b) => a.title.localeCompare(b.title)),
  }))
}
