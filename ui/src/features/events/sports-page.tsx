import { useQuery } from '@tanstack/react-query'
import { messages } from '../../app/messages.ts'
import { EmptyNotice, QueryState } from '../../components/query-state.tsx'
import { PageTitle } from '../shell/page.tsx'
import { sportsQuery } from './api/sports.ts'
import { SportCards, SportCardsSkeleton } from './sport-cards.tsx'

export function SportsPage() {
  const query = useQuery(sportsQuery())
  return (
    <>
      <PageTitle className="mb-4">{messages.sports.title}</PageTitle>
      <QueryState
        query={query}
        loading={messages.sports.loading}
        skeleton={<SportCardsSkeleton />}
        isEmpty={(sports) => sports.length === 0}
        empty={<EmptyNotice>{messages.sports.none}</EmptyNotice>}
      >
        {(sports) => <SportCards sports={sports} />}
      </QueryState>
    </>
  )
}
