import { type UseQueryResult, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useMemo } from 'react'
import type { Game } from '#services/contract/contract.ts'
import { ErrorNotice } from '#ui/components/query-state.tsx'
import { gameQuery } from '#ui/data/games.ts'
import { PageTitle } from '#ui/layout/page-title.tsx'
import { errorText } from '#ui/lib/http/api-error.ts'
import { useIsCurrent } from '#ui/lib/live/stream-state.ts'
import { useStreamTopic } from '#ui/lib/live/topics.ts'
import { messages } from '#ui/lib/messages.ts'
import { ABOVE, Breadcrumb } from './components/breadcrumb.tsx'
import { EventSkeleton } from './components/event/event-skeleton.tsx'
import { Markets } from './components/event/markets.tsx'
import { Scoreboard } from './components/event/scoreboard.tsx'
import { isMissing, MissingNotice } from './components/missing-notice.tsx'
import { findCachedGame } from './model/games/cached-game.ts'
import { leagueName } from './model/sports/league-name.ts'
import { findSport } from './model/sports/sports.ts'

type EventPageProps = {
  /** The provider's league key, as in the address. */
  sportKey: string
  eventId: string
}

/** The form of a game's id: the stream is not asked for any other. */
const AN_ID = /^[0-9a-f]{32}$/

/**
 * One game: scoreboard and markets. Shows at once what a list already knows about it. Text for an event that does not
 * exist; other errors come with a retry.
 */
export function EventPage({ sportKey, eventId }: EventPageProps) {
  const client = useQueryClient()
  useStreamTopic(AN_ID.test(eventId) ? `event:${eventId}` : null)
  const query = useQuery({ ...gameQuery(sportKey, eventId), placeholderData: () => findCachedGame(client, eventId) })
  const game = useCurrentGame(query)
  return (
    <>
      <PageTitle hidden>{game ? `${game.home_team} vs ${game.away_team}` : messages.event.title}</PageTitle>
      <EventBody query={query} game={game} />
    </>
  )
}

/** Marks the prices stale once neither pushes nor replies have arrived for too long, whatever the last of them said. */
function useCurrentGame({ data, dataUpdatedAt }: UseQueryResult<Game>): Game | undefined {
  const isCurrent = useIsCurrent(dataUpdatedAt)
  return useMemo(() => (data === undefined || isCurrent ? data : { ...data, stale: true }), [data, isCurrent])
}

function EventBody({ query, game }: { query: UseQueryResult<Game>; game: Game | undefined }) {
  const error = query.error && (
    <ErrorNotice
      message={messages.errors.loading(errorText(query.error, messages.event.fetchFailed))}
      busy={query.isFetching}
      onRetry={() => void query.refetch()}
    />
  )
  if (!game) {
    if (isMissing(query.error)) return <MissingNotice>{messages.event.none}</MissingNotice>
    return error ?? <EventSkeleton />
  }
  return (
    <>
      <EventBreadcrumb game={game} />
      <Scoreboard game={game} />
      {error && <div className="mt-4">{error}</div>}
      <Markets key={game.id} game={game} />
    </>
  )
}

/** Leaves out the sport if the league has the same name. */
function EventBreadcrumb({ game }: { game: Game }) {
  const sport = findSport(game.sport)?.name ?? game.sport
  const league = leagueName(game.league_title, game.country)
  const sportPart = {
    key: 'sport',
    link: (
      <Link to="/sports/$sportKey" params={{ sportKey: game.sport }} activeOptions={ABOVE}>
        {sport}
      </Link>
    ),
  }
  const leaguePart = {
    key: 'league',
    link: (
      <Link to="/leagues/$leagueKey" params={{ leagueKey: game.league_key }} activeOptions={ABOVE}>
        {league}
      </Link>
    ),
  }
  return <Breadcrumb parts={sport === league ? [leaguePart] : [sportPart, leaguePart]} />
}
