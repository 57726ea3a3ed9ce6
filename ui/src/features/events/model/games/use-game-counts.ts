// How many games of each sport the main page has.
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { Game } from '#services/contract/contract.ts'
import { gamesOfTheDayQuery, liveGamesQuery } from '#ui/data/games.ts'
import { matchesSport } from '../sports/sports.ts'
import { LIVE, UPCOMING, useGamesIn } from './use-games.ts'

/** The number of games of a sport (null: of all); undefined until both sections are known. */
export function useGameCounts(): (sport: string | null) => number | undefined {
  const coming = useGamesIn(UPCOMING, useQuery(gamesOfTheDayQuery()).data)
  const live = useGamesIn(LIVE, useQuery(liveGamesQuery()).data)
  return useMemo(() => {
    if (coming === undefined || live === undefined) return () => undefined
    const games = new Map<string, Game>([...coming, ...live].map((game) => [game.id, game]))
    const bySport = new Map<string, number>()
    for (const { sport } of games.values()) bySport.set(sport, (bySport.get(sport) ?? 0) + 1)
    return (key: string | null) => {
      let count = 0
      for (const [sport, size] of bySport) if (key === null || matchesSport(sport, key)) count += size
      return count
    }
  }, [coming, live])
}
