import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { ChevronRight } from 'lucide-react'
import { Suspense, useState } from 'react'
import type { SportFamily } from '#services/contract/contract.ts'
import { FilterChips } from '#ui/components/filter-chips.tsx'
import { countryName, Flag } from '#ui/components/flag.tsx'
import { lazyPart } from '#ui/components/lazy-part.ts'
import { EmptyNotice, QueryState } from '#ui/components/query-state.tsx'
import { sportsQuery } from '#ui/data/sports.ts'
import { PageTitle } from '#ui/layout/page-title.tsx'
import { messages } from '#ui/lib/messages.ts'
import { ABOVE, Breadcrumb } from './components/breadcrumb.tsx'
import { FavouriteButton } from './components/favourite-button.tsx'
import { MissingNotice } from './components/missing-notice.tsx'
import { LeagueLinksSkeleton } from './components/sports/league-links-skeleton.tsx'
import { leagueFavourite, useFavourites } from './model/favourites.ts'
import { ALL_LEAGUES, leaguesIn, MAIN_REGIONS, otherRegions } from './model/sports/regions.ts'
import { findSport } from './model/sports/sports.ts'

const RegionMenu = lazyPart(() => import('./components/sports/region-menu.tsx'))

type LeaguesPageProps = {
  sportKey: string
  region: string | null
  onRegion: (region: string | null) => void
}

const NOT_FOUND = 'Sport not found'

/**
 * The leagues of a sport, or a text if there are none; football has a filter by region. For loading and errors see
 * `QueryState`.
 */
export function LeaguesPage({ sportKey, region, onRegion }: LeaguesPageProps) {
  const query = useQuery(sportsQuery())
  const sport = query.data?.find((family) => family.key === sportKey)
  const leagues = query.data && (sport?.leagues ?? [])
  const title = sport?.title ?? findSport(sportKey)?.name ?? sportKey
  if (query.data && !sport && !findSport(sportKey)) {
    return (
      <>
        <PageTitle hidden>{NOT_FOUND}</PageTitle>
        <MissingNotice>{NOT_FOUND}</MissingNotice>
      </>
    )
  }
  const hasRegions = sportKey === 'soccer'
  const activeRegion = hasRegions ? region : null
  const others = hasRegions && leagues ? otherRegions(leagues) : []
  return (
    <>
      <Breadcrumb
        parts={[
          {
            key: 'sports',
            link: (
              <Link to="/sports" activeOptions={ABOVE}>
                {messages.sports.title}
              </Link>
            ),
          },
        ]}
      />
      <PageTitle className="mb-4">{title}</PageTitle>
      {hasRegions && (
        <div className="mb-4">
          <FilterChips
            label="Region"
            value={activeRegion}
            onChange={onRegion}
            chips={[{ value: null, label: ALL_LEAGUES }, ...MAIN_REGIONS.map((name) => ({ value: name, label: name }))]}
          >
            {others.length > 0 && (
              <Suspense fallback={null}>
                <RegionMenu regions={others} region={activeRegion} onRegion={onRegion} />
              </Suspense>
            )}
          </FilterChips>
        </div>
      )}
      <QueryState
        query={{ ...query, data: leagues && leaguesIn(leagues, activeRegion) }}
        loading={messages.sports.loadingLeagues}
        skeleton={<LeagueLinksSkeleton />}
        empty={<EmptyNotice>{messages.sports.noLeagues(activeRegion ?? title)}</EmptyNotice>}
      >
        {(shown) => <LeagueLinks leagues={shown} />}
      </QueryState>
    </>
  )
}

function LeagueLinks({ leagues }: { leagues: SportFamily['leagues'] }) {
  const favourites = useFavourites()
  // Favourites first, as of when the page opens: a league must not move away while it is being starred.
  const [first] = useState(
    () => new Set(leagues.flatMap(({ key }) => (favourites.has(leagueFavourite(key)) ? [key] : []))),
  )
  const sorted = [...leagues].sort((a, b) => Number(first.has(b.key)) - Number(first.has(a.key)))
  return (
    <ul className="overflow-hidden rounded-card border border-border bg-surface">
      {sorted.map((league) => (
        <li key={league.key} className="flex items-center border-border border-t pr-4 first:border-t-0 hover:bg-inset">
          <Link
            to="/leagues/$leagueKey"
            params={{ leagueKey: league.key }}
            className="flex min-h-13 min-w-0 flex-1 items-center gap-3 px-4 outline-offset-[-2px]"
          >
            <Flag country={league.country} />
            <span className="min-w-0 flex-1 py-1.5 sm:flex sm:items-baseline sm:gap-3">
              <span className="block font-medium text-body">{league.title}</span>
              <span className="block text-muted text-second">{countryName(league.country)}</span>
            </span>
            <ChevronRight aria-hidden="true" className="size-4 text-muted" />
          </Link>
          <FavouriteButton favourite={leagueFavourite(league.key)} name={league.title} />
        </li>
      ))}
    </ul>
  )
}
