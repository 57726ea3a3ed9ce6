import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { liveGamesQuery, upcomingGamesQuery } from '#ui/data/games.ts'
import { sportsQuery } from '#ui/data/sports.ts'
import { type SearchGroup, searchHits } from './search-hits.ts'

type Search = {
  groups: SearchGroup[]
  /** Whether more may be found once everything has loaded. */
  isLoading: boolean
  error: unknown
  retry: () => void
}

/** Searches the lists of leagues and of live and upcoming games, which leave out whatever is hidden. */
export function useSearch(text: string): Search {
  const queries = [useQuery(sportsQuery()), useQuery(liveGamesQuery()), useQuery(upcomingGamesQuery())] as const
  const [{ data: sports }, { data: live }, { data: upcoming }] = queries
  const groups = useMemo(
    () => searchHits(text, sports ?? [], [...(live ?? []), ...(upcoming ?? [])]),
    [text, sports, live, upcoming],
  )
  return {
    groups,
    isLoading: queries.some(({ isPending }) => isPending),
    error: queries.find(({ error }) => error !== null)?.error ?? null,
    retry: () => {
      for (const query of queries) if (query.error !== null) void query.refetch()
    },
  }
}
