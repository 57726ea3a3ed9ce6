import { useQuery } from '@tanstack/react-query'
import type { FeedStatus } from '#services/contract/contract.ts'
import { feedStatusQuery } from '#ui/data/feed.ts'
import { messages } from '#ui/lib/messages.ts'
import { businessNow } from '#ui/lib/time/business-clock.ts'
import { formatDayTime, formatTime } from '#ui/lib/time/format.ts'

/** A line below the header while the prices on the screens are not current; nothing while they are, or nobody knows. */
export function FeedNote() {
  const { data } = useQuery(feedStatusQuery())
  const text = data === undefined ? null : noteOf(data)
  return (
    // always there, so that what it comes to say is announced
    <div role="status">
      {text !== null && (
        <p className="border-border border-b bg-inset">
          <span className="mx-auto flex max-w-[90rem] items-center gap-2 px-4 py-1.5 text-muted text-second md:px-6 xl:px-12">
            <span aria-hidden="true" className="size-1.5 rounded-full bg-warning" />
            {text}
          </span>
        </p>
      )}
    </div>
  )
}

const DAY_MS = 24 * 60 * 60_000

function noteOf({ status, since }: FeedStatus): string | null {
  if (status === 'live' || since === null) return null
  const isToday = businessNow() - Date.parse(since) < DAY_MS
  const time = isToday ? formatTime(since) : formatDayTime(since)
  return status === 'offline' ? messages.live.feedOffline(time) : messages.live.pricesDelayed(time)
}
