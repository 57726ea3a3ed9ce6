import { useQuery } from '@tanstack/react-query'
import { EmptyNotice, QueryState } from '#ui/components/query-state.tsx'
import { sportsQuery } from '#ui/data/sports.ts'
import { PageTitle } from '#ui/layout/page-title.tsx'
import { messages } from '#ui/lib/messages.ts'
import { SportCards, SportCardsSkeleton } from './components/sports/sport-cards.tsx'

export function SportsPage() {
  const query = useQuery(sportsQuery())
  return (
    <>
      <PageTitle className="mb-4">{messages.sports.title}</PageTitle>
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
