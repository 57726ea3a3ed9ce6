import { createFileRoute } from '@tanstack/react-router'
import { LivePage } from '#ui/features/events/live-page.tsx'
import { parseSportSearch } from '#ui/features/events/model/sports/sport-search.ts'
import { knownSearch } from '#ui/lib/address/known-search.ts'

export const Route = createFileRoute('/_shell/livegames')({
  validateSearch: knownSearch(parseSportSearch),
  component: function Live() {
    const { sport } = Route.useSearch()
    const navigate = Route.useNavigate()
    return (
      <LivePage
        sport={sport ?? null}
        onSport={(next) => void navigate({ search: next ? { sport: next } : {}, resetScroll: false })}
      />
    )
  },
})
