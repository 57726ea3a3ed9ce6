import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useMemo } from 'react'
import { countryName } from '#ui/components/flag.tsx'
import { EmptyNotice, QueryState } from '#ui/components/query-state.tsx'
import { buttonStyle } from '#ui/components/ui/button.tsx'
import { leagueGamesQuery } from '#ui/data/games.ts'
import { sportsQuery } from '#ui/data/sports.ts'
import { PageTitle } from '#ui/layout/page-title.tsx'
import { useIsCurrent } from '#ui/lib/live/stream-state.ts'
import { messages } from '#ui/lib/messages.ts'
import { Breadcrumb } from './components/breadcrumb.tsx'
import { ComingFilterChips, type ComingFilterProps } from './components/games/coming-filter-chips.tsx'
import { GameList } from './components/games/game-list.tsx'
import { GameListSkeleton, WINDOW_OF_GAMES } from './components/games/game-list-skeleton.tsx'
import { isMissing, MissingNotice } from './components/missing-notice.tsx'
import { Section } from './components/section.tsx'
import { ShowAllButton } from './components/show-all-button.tsx'
import { useComingFilter } from './model/games/use-coming-filter.ts'
import { UPCOMING, useGamesIn, useLiveBoard } from './model/games/use-games.ts'

const NOT_FOUND = 'League not found'

/** Stops refetching a league that does not exist, until a push about the offer. */
function untilMissing(leagueKey: string) {
  const query = leagueGamesQuery(leagueKey)
  const { refetchInterval: every } = query
  return {
    ...query,
    refetchInterval: (asked: Parameters<Extract<typeof every, (...of: never[]) => unknown>>[0]) =>
      isMissing(asked.state.error) ? false : typeof every === 'function' ? every(asked) : every,
  }
}

/** The games of one league, like the main page. A notice if there is no such league. */
export function LeaguePage({ leagueKey, when, onWhen }: ComingFilterProps & { leagueKey: string }) {
  const query = useQuery(untilMissing(leagueKey))
  const isCurrent = useIsCurrent(query.dataUpdatedAt)
  const sports = useQuery(sportsQuery())
  const upcoming = useComingFilter(useGamesIn(UPCOMING, query.data), when)
  const { games: live, leaving } = useLiveBoard(query.data)
  const family = useMemo(
    () => sports.data?.find((sport) => sport.leagues.some((league) => league.key === leagueKey)),
    [sports.data, leagueKey],
  )
  const league = family?.leagues.find((candidate) => candidate.key === leagueKey)
  const knownTitle = league?.title ?? query.data?.[0]?.league_title
  // The key is not a name: it is the title only if the league has none.
  const title = knownTitle ?? (query.isSuccess && !sports.isPending ? leagueKey : null)
  // The api also accepts the key of a sport, and replies with the games of all its leagues.
  const isSport =
    sports.data?.some(({ key }) => key === leagueKey) ||
    (query.data?.length && query.data.every((game) => game.league_key !== leagueKey))
  if (isMissing(query.error) || isSport) {
    return (
      <>
        <PageTitle hidden>{NOT_FOUND}</PageTitle>
        <MissingNotice>{NOT_FOUND}</MissingNotice>
      </>
    )
  }
  const sectionTitle = (section: string) => (title === null ? section : `${title} - ${section}`)
  const country = league?.country ?? query.data?.[0]?.country ?? null
  return (
    <>
      <Breadcrumb
        parts={[
          { key: 'sports', link: <Link to="/sports">{messages.sports.title}</Link> },
          ...(family
            ? [
                {
                  key: family.key,
                  link: (
                    <Link to="/sports/$sportKey" params={{ sportKey: family.key }}>
                      {family.title}
                    </Link>
                  ),
                },
              ]
            : []),
        ]}
      />
      <PageTitle hidden>{title ?? messages.sports.title}</PageTitle>
      <Section
        title={sectionTitle(messages.games.gamesOfTheDay)}
        suffix={countryName(country)}
        filters={<ComingFilterChips when={when} onWhen={onWhen} />}
      >
        <QueryState
          query={{ ...query, data: upcoming }}
          loading={messages.games.loadingGamesOfTheDay}
          skeleton={<GameListSkeleton rows={WINDOW_OF_GAMES} />}
          empty={
            <EmptyNotice
              action={
                when === null ? (
                  <Link to="/sports" className={buttonStyle({})}>
                    {messages.sports.title}
                  </Link>
                ) : (
                  <ShowAllButton onClick={() => onWhen(null)}>{messages.games.showAllTimes}</ShowAllButton>
                )
              }
            >
              {messages.games.noGamesOfTheDay}
            </EmptyNotice>
          }
        >
          {(games) => <GameList games={games} isFresh={isCurrent} />}
        </QueryState>
      </Section>
      {/* A new section once the games have loaded: below a skeleton that fills the window nobody saw the old one,
          so it does not count as moved. */}
      <Section key={query.isPending ? 'coming' : 'there'} title={sectionTitle(messages.games.live)}>
        <QueryState
          query={{ ...query, data: live, error: upcoming ? null : query.error }}
          loading={messages.games.loadingLive}
          skeleton={<GameListSkeleton rows={2} />}
          empty={
            <EmptyNotice
              hint={messages.games.noLiveHint}
              action={
                <Link to="/livegames" className={buttonStyle({})}>
                  {messages.games.allLive}
                </Link>
              }
            >
              {messages.games.noLive}
            </EmptyNotice>
          }
        >
          {(games) => <GameList games={games} isFresh={isCurrent} leaving={leaving} />}
        </QueryState>
      </Section>
    </>
  )
}
