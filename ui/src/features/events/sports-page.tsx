import { useQuery } from '@tanstack/react-query'
import { EmptyNotice, QueryState } from '#ui/components/query-state.tsx'
import { SearchChip } from '#ui/components/search-chip.tsx'
import { sportsQuery } from '#ui/data/sports.ts'
import { PageTitle } from '#ui/layout/page-title.tsx'
import { messages } from '#ui/lib/messages.ts'
import { ResultsLink } from './components/results-link.tsx'
import { SportCards, SportCardsSkeleton } from './components/sports/sport-cards.tsx'

/** A card for each sport, or a text if there are none. For loading and errors see `QueryState`. */
export function SportsPage() {
  const query = useQuery(sportsQuery())
  return (
    <>
      <div className="mb-4 flex items-center justify-between gap-x-3 max-[20rem]:flex-wrap">
        <PageTitle>{messages.sports.title}</PageTitle>
        <span className="flex items-center gap-2">
          <ResultsLink />
          <SearchChip />
        </span>
      </div>
      <QueryState
        query={query}
        loading={messages.sports.loading}
        skeleton={<SportCardsSkeleton />}
        empty={<EmptyNotice>{messages.sports.none}</EmptyNotice>}
      >
        {(sports) => <SportCards sports={sports} />}
      </QueryState>
    </>
  )
}
