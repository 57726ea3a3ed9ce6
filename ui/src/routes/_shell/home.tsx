import { createFileRoute } from '@tanstack/react-router'
import { HomePage } from '#ui/features/events/home-page.tsx'
import { parseWhen } from '#ui/features/events/model/games/coming-filter.ts'
import { knownSearch } from '#ui/lib/address/known-search.ts'

export const Route = createFileRoute('/_shell/home')({
  validateSearch: knownSearch(parseWhen),
  component: function Home() {
    const { when } = Route.useSearch()
    const navigate = Route.useNavigate()
    return (
      <HomePage
        when={when ?? null}
        onWhen={(next) => void navigate({ search: next ? { when: next } : {}, resetScroll: false })}
      />
    )
  },
})
