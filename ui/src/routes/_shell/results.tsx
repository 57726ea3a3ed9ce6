import { createFileRoute } from '@tanstack/react-router'
import { ResultsPage } from '#ui/features/results/results-page.tsx'
import { knownSearch } from '#ui/lib/address/known-search.ts'
import { isDay } from '#ui/lib/time/product-day.ts'

export const Route = createFileRoute('/_shell/results')({
  validateSearch: knownSearch(({ day, sport }): { day?: string; sport?: string } => ({
    ...(isDay(day) ? { day } : {}),
    ...(typeof sport === 'string' && sport !== '' ? { sport } : {}),
  })),
  component: function Results() {
    const { day, sport } = Route.useSearch()
    const navigate = Route.useNavigate()
    return (
      <ResultsPage
        day={day ?? null}
        sport={sport ?? null}
        onDay={(next) => void navigate({ search: { day: next }, resetScroll: false })}
        onSport={(next) =>
          void navigate({
            search: { ...(day ? { day } : {}), ...(next ? { sport: next } : {}) },
            resetScroll: false,
          })
        }
      />
    )
  },
})
