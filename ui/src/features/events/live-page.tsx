import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { EmptyNotice, QueryState } from '#ui/components/query-state.tsx'
import { Count } from '#ui/components/ui/badge.tsx'
import { livePageQuery } from '#ui/data/games.ts'
import { PageTitle } from '#ui/layout/page-title.tsx'
import { messages } from '#ui/lib/messages.ts'
import { GameListSkeleton, SteadyGameList } from './components/games/game-list.tsx'
import { SportFilter } from './components/sports/sport-filter.tsx'
import { StreamNote } from './components/stream-status.tsx'
import { ofSport, useGamesIn } from './model/games/use-games.ts'
import { SPORTS, sportChip } from './model/sports/sports.ts'

/** The filter has room for so many. */
const FILTERED_SPORTS = 4
const LIVE = ['live'] as const

export type LivePageProps = { sport: string | null; onSport: (sport: string | null) => void }

/** Every game in play. */
export function LivePage({ sport, onSport }: LivePageProps) {
  const query = useQuery(livePageQuery())
  const all = useGamesIn(LIVE, query.data)
  const games = useMemo(() => ofSport(all, sport), [all, sport])
  const present = useMemo(() => {
    const keys = new Set(all?.map((game) => sportChip(game.sport)?.key))
    const first = SPORTS.filter(({ key }) => keys.has(key)).slice(0, FILTERED_SPORTS)
    const chosen = sport === null ? undefined : sportChip(sport)
    return chosen && !first.includes(chosen) ? [...first.slice(0, FILTERED_SPORTS - 1), chosen] : first
  }, [all, sport])
  const name = sport === null ? null : (sportChip(sport)?.name ?? sport)
  return (
    <>
      <div className="mb-4 flex flex-wrap items-center gap-x-3 gap-y-1">
        <PageTitle documentTitle={messages.games.liveGames}>
          <span className="flex items-center gap-2.5">
            {messages.games.liveGames}
            {games && <Count value={games.length} />}
          </span>
        </PageTitle>
        <div className="ml-auto">
          <StreamNote />
        </div>
      </div>
      <SportFilter sport={sport} onSport={onSport} sports={present} allLabel={messages.games.allSports} />
      <div className="mt-4">
        <QueryState
          query={{ ...query, data: games }}
          loading={messages.games.loadingLive}
          skeleton={<GameListSkeleton rows={8} />}
          isEmpty={(shown) => shown.length === 0}
          empty={
            <EmptyNotice hint={messages.games.noLiveHint}>
              {name === null ? messages.games.noLive : messages.games.noLiveSport(name)}
            </EmptyNotice>
          }
        >
          {(shown) => <SteadyGameList games={shown} headings="h2" />}
        </QueryState>
      </div>
    </>
  )
}
