import { clsx } from 'clsx'
import { useBusinessTime } from '#ui/lib/time/business-clock.ts'
import { formatDay, formatDayTime, formatTime, timeZoneName } from '#ui/lib/time/format.ts'
import { clockText, gamePhase } from '#ui/model/game/game-status.ts'
import type { SlipLine } from '../../model/slip-line.ts'

/**
 * The minute of a game in play, red unless its price is out of date; otherwise its start, without the day if that is
 * today, to leave room for the names.
 */
export function LineTime({ line: { selection, game, isStale } }: { line: SlipLine }) {
  const minute = useBusinessTime((now) => {
    if (game !== null) return gamePhase(game, now) === 'upcoming' ? null : clockText(game, now)
    return Date.parse(selection.commence_time) <= now ? 'LIVE' : null
  })
  const isToday = useBusinessTime((now) => formatDay(selection.commence_time) === formatDay(now))
  if (minute === null) {
    return (
      <time dateTime={selection.commence_time} title={timeZoneName()}>
        {isToday ? formatTime(selection.commence_time) : formatDayTime(selection.commence_time)}
      </time>
    )
  }
  return <span className={minute === 'FT' ? undefined : clsx('font-medium', !isStale && 'text-live')}>{minute}</span>
}
