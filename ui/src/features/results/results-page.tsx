import { useQuery } from '@tanstack/react-query'
import { FilterChips } from '#ui/components/filter-chips.tsx'
import { EmptyNotice, QueryState } from '#ui/components/query-state.tsx'
import { Button } from '#ui/components/ui/button.tsx'
import { Skeletons } from '#ui/components/ui/skeleton.tsx'
import { PageTitle } from '#ui/layout/page-title.tsx'
import { errorText } from '#ui/lib/http/api-error.ts'
import { messages } from '#ui/lib/messages.ts'
import { useBusinessTime, useIsClockSynced } from '#ui/lib/time/business-clock.ts'
import { daysBefore, dayText, productDay } from '#ui/lib/time/product-day.ts'
import { dayResultsQuery } from './api/day-results.ts'
import { ResultList } from './components/result-list.tsx'
import { ResultsSkeleton } from './components/results-skeleton.tsx'
import { resultGroups } from './model/result-groups.ts'

/** The number of days with a chip: today and the six before it. */
const DAYS = 7

type ResultsPageProps = {
  /** '2026-11-21'; null: yesterday. */
  day: string | null
  sport: string | null
  onDay: (day: string) => void
  onSport: (sport: string | null) => void
}

/** The results of a day, by sport and league, or a text if there are none. For loading and errors see `QueryState`. */
export function ResultsPage({ day, sport, onDay, onSport }: ResultsPageProps) {
  const today = useBusinessTime(productDay)
  const isSynced = useIsClockSynced()
  const shownDay = day ?? daysBefore(today, 1)
  const query = useQuery({
    ...dayResultsQuery(shownDay, shownDay === today),
    // Only the server's clock tells which day yesterday was.
    enabled: day !== null || isSynced,
  })
  const sports = query.data && resultGroups(query.data.games)
  const shown = sports?.filter(({ key }) => sport === null || key === sport)
  const lastDays = Array.from({ length: DAYS }, (_, days) => daysBefore(today, days))
  const days = lastDays.includes(shownDay) ? lastDays : [...lastDays, shownDay]
  return (
    <>
      <PageTitle className="mb-1">{messages.results.title}</PageTitle>
      <p className="mb-3 text-muted text-second">{messages.results.zone}</p>
      <FilterChips
        label="Day"
        chips={days.map((value) => ({ value, label: label(value, today) }))}
        value={shownDay}
        onChange={(value) => value !== null && onDay(value)}
      />
      {query.isPending && <SportsSkeleton />}
      {sports && sports.length > 0 && (
        <FilterChips
          label="Sport"
          chips={[
            { value: null, label: messages.games.allSports },
            ...sports.map(({ key, name, count }) => ({ value: key, label: `${name} ${count}` })),
          ]}
          value={sport}
          onChange={onSport}
        />
      )}
      {/* A new element once loaded: without the sports it moves up, and as a new element it does not count as
          moved. */}
      <div key={String(query.isPending)} className="mt-3">
        <QueryState
          query={{ ...query, data: shown }}
          loading={messages.results.loading}
          skeleton={<ResultsSkeleton />}
          errorMessage={(error) => messages.errors.loading(errorText(error, messages.results.fetchFailed))}
          empty={
            <EmptyNotice
              hint={shownDay === today ? messages.results.noneYet : undefined}
              action={
                <Button onClick={() => onDay(daysBefore(shownDay, 1))}>
                  {messages.results.before(dayText(daysBefore(shownDay, 1)))}
                </Button>
              }
            >
              {messages.results.none(dayText(shownDay))}
            </EmptyNotice>
          }
        >
          {(groups) => <ResultList sports={groups} />}
        </QueryState>
      </div>
    </>
  )
}

const SportsSkeleton = () => (
  <div className="flex gap-2 overflow-hidden py-1">
    <Skeletons count={4} className="touch h-10 w-28 shrink-0 rounded-full" />
  </div>
)

function label(day: string, today: string): string {
  if (day === today) return messages.results.today
  return day === daysBefore(today, 1) ? messages.results.yesterday : dayText(day)
}
