import { createFileRoute } from '@tanstack/react-router'
import { LeaguePage } from '#ui/features/events/league-page.tsx'
import { parseWhen } from '#ui/features/events/model/games/coming-filter.ts'
import { knownSearch } from '#ui/lib/address/known-search.ts'

export const Route = createFileRoute('/_shell/leagues/$leagueKey/')({
  validateSearch: knownSearch(parseWhen),
  component: function League() {
    const { leagueKey } = Route.useParams()
    const { when } = Route.useSearch()
    const navigate = Route.useNavigate()
    return (
      <LeaguePage
        key={leagueKey}
        leagueKey={leagueKey}
        when={when ?? null}
        onWhen={(next) => void navigate({ search: next ? { when: next } : {}, resetScroll: false })}
      />
    )
  },
})
