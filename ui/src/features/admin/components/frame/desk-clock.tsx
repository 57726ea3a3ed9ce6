import { desk } from '#ui/lib/messages/admin-desk.ts'
import { clockSpeed, useBusinessTime, useIsClockSynced } from '#ui/lib/time/business-clock.ts'
import { formatDayTime, timeZoneName } from '#ui/lib/time/format.ts'

/**
 * The business clock, which all times in the back office follow, with its speed if it is not 1. Nothing until it is
 * known.
 */
export function DeskClock({ className }: { className: string }) {
  const now = useBusinessTime(formatDayTime)
  const speed = useBusinessTime(clockSpeed)
  // Until then it would show this machine's time.
  if (!useIsClockSynced()) return null
  return (
    <p className={`text-muted text-second tabular-nums ${className}`}>
      <span className="sr-only">{desk.clock} </span>
      {now} · {timeZoneName()}
      {speed !== 1 && ` · ${desk.simulated(speed)}`}
    </p>
  )
}
