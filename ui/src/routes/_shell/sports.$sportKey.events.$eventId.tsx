import { createFileRoute } from '@tanstack/react-router'
import { EventPage } from '#ui/features/events/event-page.tsx'

export const Route = createFileRoute('/_shell/sports/$sportKey/events/$eventId')({
  component: function SportEvent() {
    const { sportKey, eventId } = Route.useParams()
    return <EventPage key={eventId} sportKey={sportKey} eventId={eventId} />
  },
})
