import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { OctagonX } from 'lucide-react'
import { alerts } from '#ui/lib/messages/desk/figures.ts'
import { rules } from '#ui/lib/messages/desk/rules.ts'
import { formatDayTime } from '#ui/lib/time/format.ts'
import { waitingQuery } from '../../api/figures.ts'

/** On every section while all betting is stopped: nobody looks for the reason of a quiet ticker under the settings. */
export function StoppedBanner() {
  const stop = useQuery(waitingQuery()).data?.stopped ?? null
  if (stop === null) return null
  return (
    <p
      role="status"
      className="mb-4 flex flex-wrap items-center gap-x-2 gap-y-1 rounded-control border border-[color-mix(in_srgb,var(--warning)_40%,transparent)] bg-[color-mix(in_srgb,var(--warning)_10%,transparent)] px-4 py-2 text-body"
    >
      <OctagonX aria-hidden="true" className="size-4 shrink-0 text-warning" />
      <span className="font-semibold text-warning">{alerts.allStopped}</span>
      <span className="text-muted">
        {rules.since(formatDayTime(stop.at), stop.by ?? rules.environment)}
        {stop.reason === null ? '' : ` · ${stop.reason}`}
      </span>
      <Link to="/admin/settings" className="font-medium underline underline-offset-4">
        {rules.toStops}
      </Link>
    </p>
  )
}
