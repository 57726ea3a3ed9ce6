import { clsx } from 'clsx'
import { resumeStream } from '#ui/lib/live/stream-state.ts'
import { messages } from '#ui/lib/messages.ts'
import { businessNow, clockSpeed } from '#ui/lib/time/business-clock.ts'
import { DAY_MS, MINUTE_MS } from '#ui/lib/time/durations.ts'
import { formatDayTime, formatTime } from '#ui/lib/time/format.ts'
import { type Freshness, useFreshness } from '#ui/model/freshness.ts'

const COLOURS: Record<Freshness['state'], string> = {
  unknown: 'text-transparent',
  live: 'text-accent',
  delayed: 'text-warning',
  paused: 'text-warning',
  offline: 'text-live',
}

/**
 * How fresh the prices are: beside the header's other figures, or under the wordmark where there is no room. Its place
 * is always reserved. Empty until the state is known.
 */
export function FreshnessNote() {
  const freshness = useFreshness()
  const texts = textsOf(freshness)
  return (
    <div className="freshness text-muted">
      <span
        aria-hidden="true"
        className={clsx('size-1.5 shrink-0 rounded-full bg-current', COLOURS[freshness.state])}
      />
      {/* Not announced, because it ticks. */}
      <span aria-hidden={freshness.state !== 'live' || undefined} className="freshness-short">
        {texts.short}
      </span>
      <span aria-hidden={freshness.state !== 'live' || undefined} className="freshness-long">
        {texts.long}
      </span>
      {/* Always mounted: a live region announces only what changes in it. */}
      <span role="status" className="sr-only">
        {texts.spoken}
      </span>
      {freshness.state === 'paused' && (
        <button
          type="button"
          onClick={resume}
          className="freshness-long -my-3 rounded-control py-3 font-medium text-text underline decoration-strong underline-offset-2 hover:decoration-current pointer-coarse:px-2"
        >
          {messages.live.resume}
        </button>
      )}
    </div>
  )
}

/** Moves the focus to the page first, because the button disappears. */
function resume() {
  document.getElementById('main')?.focus({ preventScroll: true })
  resumeStream()
}

type Texts = { short: string; long: string; spoken: string }

function textsOf(freshness: Freshness): Texts {
  const { live } = messages
  if (freshness.state === 'paused') return { short: live.paused, long: live.paused, spoken: live.paused }
  if (freshness.state === 'unknown') return { short: '', long: '', spoken: '' }
  if (freshness.state === 'live') return { short: live.pricesLive, long: live.pricesLive, spoken: '' }
  const word = freshness.state === 'offline' ? live.offline : live.delayed
  if ('age' in freshness)
    return {
      short: word,
      long: live.lastUpdate(word, ageText(freshness.age * clockSpeed())),
      spoken: live.spokenWithoutTime(word),
    }
  const time = timeText(freshness.since)
  const spoken = freshness.state === 'offline' ? live.feedOffline(time) : live.pricesDelayed(time)
  return { short: live.at(word, time), long: live.since(word, time), spoken }
}

/** In business time, like `timeText` and every other time on screen. */
const ageText = (age: number): string =>
  age < 2 * MINUTE_MS ? `${Math.round(age / 1_000)} s` : `${Math.floor(age / MINUTE_MS)} min`

const timeText = (since: string): string =>
  businessNow() - Date.parse(since) < DAY_MS ? formatTime(since) : formatDayTime(since)
