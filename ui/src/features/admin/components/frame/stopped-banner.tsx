import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { OctagonX } from 'lucide-react'
import { alerts } from '#ui/lib/messages/desk/figures.ts'
import { rules } from '#ui/lib/messages/desk/rules.ts'
import { formatDayTime } from '#ui/lib/time/format.ts'
import { waitingQuery } from '../../api/figures.ts'

/**
 * Shown on every section while all betting is stopped: nobody would look in the settings for the reason why the ticker
 * is quiet. The last element of the page, so that nothing above it moves; sticks to the lower edge, so it is in view
 * from the start.
 */
export function StoppedBanner() {
  const stop = useQuery(waitingQuery()).data?.stopped ?? null
  return (
    <div role="status" className="pointer-events-none sticky bottom-0 z-30 flex justify-center">
      {stop !== null && (
        <p className="pointer-events-auto mt-4 mb-2 flex flex-wrap items-center gap-x-2 gap-y-1 rounded-control border border-warning bg-raised px-4 py-2 text-body shadow-float">
          <OctagonX aria-hidden="true" className="size-4 shrink-0 text-warning" />
          <span className="font-semibold text-warning">{alerts.allStopped}</span>
          {/* One line on a phone; the rest is one press away. */}
          <span className="line-clamp-2 text-muted max-sm:sr-only [overflow-wrap:anywhere]">
            {rules.since(formatDayTime(stop.at), stop.by ?? rules.environment)}
            {stop.reason === null ? '' : ` · ${stop.reason}`}
          </span>
          <Link to="/admin/settings" className="font-medium underline underline-offset-4 touch-around">
            {rules.toStops}
          </Link>
        </p>
      )}
    </div>
  )
}
