import { createFileRoute } from '@tanstack/react-router'
import { EventPage } from '#ui/features/events/event-page.tsx'

export const Route = createFileRoute('/_shell/leagues/$leagueKey/events/$eventId')({
  component: function LeagueEvent() {
    const { leagueKey, eventId } = Route.useParams()
    return <EventPage key={eventId} sportKey={leagueKey} eventId={eventId} />
  },
})
