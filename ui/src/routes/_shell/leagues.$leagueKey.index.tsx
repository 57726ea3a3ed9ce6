import { createFileRoute } from '@tanstack/react-router'
import { LeaguePage } from '#ui/features/events/league-page.tsx'

export const Route = createFileRoute('/_shell/leagues/$leagueKey/')({
  component: function League() {
    const { leagueKey } = Route.useParams()
    return <LeaguePage key={leagueKey} leagueKey={leagueKey} />
  },
})
