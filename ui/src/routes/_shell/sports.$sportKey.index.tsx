import { createFileRoute } from '@tanstack/react-router'
import { LeaguesPage } from '#ui/features/events/leagues-page.tsx'
import { knownSearch } from '#ui/lib/address/known-search.ts'

export const Route = createFileRoute('/_shell/sports/$sportKey/')({
  validateSearch: knownSearch(({ region }): { region?: string } =>
    typeof region === 'string' && region !== '' ? { region } : {},
  ),
  component: function Leagues() {
    const { sportKey } = Route.useParams()
    const { region } = Route.useSearch()
    const navigate = Route.useNavigate()
    return (
      <LeaguesPage
        sportKey={sportKey}
        region={region ?? null}
        onRegion={(next) => void navigate({ search: next ? { region: next } : {}, resetScroll: false })}
      />
    )
  },
})
