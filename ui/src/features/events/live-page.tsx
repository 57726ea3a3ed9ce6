import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { EmptyNotice, QueryState } from '#ui/components/query-state.tsx'
import { Count } from '#ui/components/ui/badge.tsx'
import { livePageQuery } from '#ui/data/games.ts'
import { PageTitle } from '#ui/layout/page-title.tsx'
import { BEHIND_INTERVAL_MS, useIsCurrent, useIsStreamBehind } from '#ui/lib/live/stream-state.ts'
import { messages } from '#ui/lib/messages.ts'
import { GameList } from './components/games/game-list.tsx'
import { GameListSkeleton } from './components/games/game-list-skeleton.tsx'
import { ResultsLink } from './components/results-link.tsx'
import { SportFilter } from './components/sports/sport-filter.tsx'
import { filterBySport, stillLive, useLiveBoard } from './model/games/use-games.ts'
import { findSport, SPORTS } from './model/sports/sports.ts'

/** The maximum number of sports in the filter. */
const MAX_SPORTS = 4

type LivePageProps = { sport: string | null; onSport: (sport: string | null) => void }

/** Every game in play, or a text if there are none. For loading and errors see `QueryState`. */
export function LivePage({ sport, onSport }: LivePageProps) {
  const isBehind = useIsStreamBehind()
  const query = useQuery({ ...livePageQuery(), ...(isBehind && { refetchInterval: BEHIND_INTERVAL_MS }) })
  const isCurrent = useIsCurrent(query.dataUpdatedAt)
  const { games: all, leaving } = useLiveBoard(query.data)
  const games = useMemo(() => filterBySport(all, sport), [all, sport])
  const sports = useMemo(() => {
    const keys = new Set(all?.map((game) => findSport(game.sport)?.key))
    const first = SPORTS.filter(({ key }) => keys.has(key)).slice(0, MAX_SPORTS)
    const selected = sport === null ? undefined : findSport(sport)
    return selected && !first.includes(selected) ? [...first.slice(0, MAX_SPORTS - 1), selected] : first
  }, [all, sport])
  const name = sport === null ? null : (findSport(sport)?.name ?? sport)
  return (
    <>
      <div className="mb-4 flex flex-wrap items-center gap-x-3 gap-y-1">
        <PageTitle documentTitle={messages.games.liveGames}>
          <span className="flex items-center gap-2.5">
            {messages.games.liveGames}
            {games && <Count value={stillLive(games).length} />}
          </span>
        </PageTitle>
        <div className="ml-auto">
          <ResultsLink />
        </div>
      </div>
      <SportFilter sport={sport} onSport={onSport} sports={sports} allLabel={messages.games.allSports} />
      <div className="mt-4">
        <QueryState
          query={{ ...query, data: games }}
          loading={messages.games.loadingLive}
          skeleton={<GameListSkeleton rows={8} />}
          empty={
            <EmptyNotice hint={messages.games.noLiveHint}>
              {name === null ? messages.games.noLive : messages.games.noLiveSport(name)}
            </EmptyNotice>
          }
        >
          {(shown) => (
            <GameList key={sport} games={shown} isFresh={isCurrent} leaving={leaving} keepsLeagues headings="h2" />
          )}
        </QueryState>
      </div>
    </>
  )
}
