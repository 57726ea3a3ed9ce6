import { type UseQueryResult, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useMemo } from 'react'
import type { Game, SportFamily } from '#services/contract/contract.ts'
import { ErrorNotice } from '#ui/components/query-state.tsx'
import { gameQuery } from '#ui/data/games.ts'
import { sportsQuery } from '#ui/data/sports.ts'
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
 * exist; other errors come with a retry; both with a way back.
 */
export function EventPage({ sportKey, eventId }: EventPageProps) {
  const client = useQueryClient()
  useStreamTopic(AN_ID.test(eventId) ? `event:${eventId}` : null)
  const query = useQuery({ ...gameQuery(sportKey, eventId), placeholderData: () => findCachedGame(client, eventId) })
  const game = useCurrentGame(query)
  return (
    <>
      <PageTitle hidden>{game ? `${game.home_team} vs ${game.away_team}` : messages.event.title}</PageTitle>
      <EventBody query={query} game={game} sportKey={sportKey} />
    </>
  )
}

/** Marks the prices stale once neither pushes nor replies have arrived for too long, whatever the last of them said. */
function useCurrentGame({ data, dataUpdatedAt }: UseQueryResult<Game>): Game | undefined {
  const isCurrent = useIsCurrent(dataUpdatedAt)
  return useMemo(() => (data === undefined || isCurrent ? data : { ...data, stale: true }), [data, isCurrent])
}

type EventBodyProps = Pick<EventPageProps, 'sportKey'> & { query: UseQueryResult<Game>; game: Game | undefined }

function EventBody({ query, game, sportKey }: EventBodyProps) {
  const error = query.error && (
    <ErrorNotice
      message={messages.errors.loading(errorText(query.error, messages.event.fetchFailed))}
      busy={query.isFetching}
      onRetry={() => void query.refetch()}
    />
  )
  if (!game) {
    if (!error) return <EventSkeleton />
    return (
      <>
        <WayBack sportKey={sportKey} />
        {isMissing(query.error) ? <MissingNotice>{messages.event.none}</MissingNotice> : error}
      </>
    )
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

/**
 * In place of the breadcrumb of an event that cannot be shown: leads to all sports, and to the sport and the league that
 * its address names.
 */
function WayBack({ sportKey }: Pick<EventPageProps, 'sportKey'>) {
  const { data: sports = [] } = useQuery(sportsQuery())
  const leagueOf = ({ leagues }: SportFamily) => leagues.find(({ key }) => key === sportKey)
  const sport = sports.find((family) => family.key === sportKey || leagueOf(family))
  const parts = [
    {
      key: 'sports',
      link: (
        <Link to="/sports" activeOptions={ABOVE}>
          {messages.sports.title}
        </Link>
      ),
    },
  ]
  const league = sport && leagueOf(sport)
  if (sport && league)
    parts.push(...gameParts(sport.key, sport.title, league.key, leagueName(league.title, league.country)))
  else if (sport) parts.push(sportPart(sport.key, sport.title))
  return <Breadcrumb parts={parts} />
}

function EventBreadcrumb({ game }: { game: Game }) {
  const sport = findSport(game.sport)?.name ?? game.sport
  const league = leagueName(game.league_title, game.country)
  return <Breadcrumb parts={gameParts(game.sport, sport, game.league_key, league)} />
}

/** Leaves out the sport if the league has the same name. */
const gameParts = (sportKey: string, sport: string, leagueKey: string, league: string) =>
  sport === league ? [leaguePart(leagueKey, league)] : [sportPart(sportKey, sport), leaguePart(leagueKey, league)]

const sportPart = (sportKey: string, name: string) => ({
  key: 'sport',
  link: (
    <Link to="/sports/$sportKey" params={{ sportKey }} activeOptions={ABOVE}>
      {name}
    </Link>
  ),
})

const leaguePart = (leagueKey: string, name: string) => ({
  key: 'league',
  link: (
    <Link to="/leagues/$leagueKey" params={{ leagueKey }} activeOptions={ABOVE}>
      {name}
    </Link>
  ),
})
