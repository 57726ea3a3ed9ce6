import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useMemo } from 'react'
import { countryName } from '#ui/components/flag.tsx'
import { EmptyNotice, QueryState } from '#ui/components/query-state.tsx'
import { leagueGamesQuery } from '#ui/data/games.ts'
import { sportsQuery } from '#ui/data/sports.ts'
import { PageTitle } from '#ui/layout/page-title.tsx'
import { messages } from '#ui/lib/messages.ts'
import { Breadcrumb } from './components/breadcrumb.tsx'
import { GameListSkeleton, SteadyGameList } from './components/games/game-list.tsx'
import { Section } from './components/section.tsx'
import { StreamNote } from './components/stream-status.tsx'
import { useGamesIn } from './model/games/use-games.ts'

const UPCOMING = ['upcoming'] as const
const LIVE = ['live'] as const

/** The main page, limited to one league. */
export function LeaguePage({ leagueKey }: { leagueKey: string }) {
  const query = useQuery(leagueGamesQuery(leagueKey))
  const sports = useQuery(sportsQuery())
  const next = useGamesIn(UPCOMING, query.data)
  const live = useGamesIn(LIVE, query.data)
  const family = useMemo(
    () => sports.data?.find((sport) => sport.leagues.some((league) => league.key === leagueKey)),
    [sports.data, leagueKey],
  )
  const league = family?.leagues.find((candidate) => candidate.key === leagueKey)
  const known = league?.title ?? query.data?.[0]?.league_title
  // A key is no name: it is shown only where nothing else will come.
  const title = known ?? (query.isPending || sports.isPending ? null : leagueKey)
  const titled = (section: string) => (title === null ? section : `${title} - ${section}`)
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
      <Section title={titled(messages.games.gamesOfTheDay)} suffix={countryName(country)}>
        <QueryState
          query={{ ...query, data: next }}
          loading={messages.games.loadingGamesOfTheDay}
          skeleton={<GameListSkeleton rows={5} />}
          isEmpty={(games) => games.length === 0}
          empty={<EmptyNotice>{messages.games.noGamesOfTheDay}</EmptyNotice>}
        >
          {(games) => <SteadyGameList games={games} />}
        </QueryState>
      </Section>
      <Section title={titled(messages.games.live)} aside={<StreamNote />}>
        <QueryState
          query={{ ...query, data: live, error: next ? null : query.error }}
          loading={messages.games.loadingLive}
          skeleton={<GameListSkeleton rows={2} />}
          isEmpty={(games) => games.length === 0}
          empty={<EmptyNotice hint={messages.games.noLiveHint}>{messages.games.noLive}</EmptyNotice>}
        >
          {(games) => <SteadyGameList games={games} />}
        </QueryState>
      </Section>
    </>
  )
}
