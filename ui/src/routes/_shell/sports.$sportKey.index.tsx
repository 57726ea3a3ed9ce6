import { createFileRoute } from '@tanstack/react-router'
import { LeaguesPage } from '#ui/features/events/leagues-page.tsx'

export const Route = createFileRoute('/_shell/sports/$sportKey/')({
  validateSearch: (search: Record<string, unknown>): { region?: string } =>
    typeof search.region === 'string' && search.region !== '' ? { region: search.region } : {},
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
