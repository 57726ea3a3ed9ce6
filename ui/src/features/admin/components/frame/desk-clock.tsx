import { desk } from '#ui/lib/messages/admin-desk.ts'
import { clockSpeed, useBusinessTime, useIsClockSynced } from '#ui/lib/time/business-clock.ts'
import { formatDayTime, timeZoneName } from '#ui/lib/time/format.ts'

/** The clock that all times of the desk go by, and how fast it runs where that is not ours. */
export function DeskClock({ className }: { className: string }) {
  const now = useBusinessTime(formatDayTime)
  const speed = useBusinessTime(clockSpeed)
  // until then it would be this machine's
  if (!useIsClockSynced()) return null
  return (
    <p className={`text-muted text-second tabular-nums ${className}`}>
      <span className="sr-only">{desk.clock} </span>
      {now} · {timeZoneName()}
      {speed !== 1 && ` · ${desk.simulated(speed)}`}
    </p>
  )
}
