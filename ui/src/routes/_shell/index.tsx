import { createFileRoute } from '@tanstack/react-router'
import { MainPage } from '#ui/features/events/main-page.tsx'
import { parseSportSearch } from '#ui/features/events/model/sports/sport-search.ts'

export const Route = createFileRoute('/_shell/')({
  validateSearch: parseSportSearch,
  component: function Main() {
    const { sport } = Route.useSearch()
    const navigate = Route.useNavigate()
    return (
      <MainPage
        sport={sport ?? null}
        onSport={(next) => void navigate({ search: next ? { sport: next } : {}, resetScroll: false })}
      />
    )
  },
})
