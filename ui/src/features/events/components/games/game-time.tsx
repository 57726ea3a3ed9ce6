import { clsx } from 'clsx'
import type { Game } from '#services/contract/contract.ts'
import { useBusinessTime } from '#ui/lib/time/business-clock.ts'
import { formatDay, formatTime, timeZoneName } from '#ui/lib/time/format.ts'
import { clockText, gamePhase } from '#ui/model/game/game-status.ts'

const style =
  'col-span-full flex items-baseline gap-2 font-semibold text-second @wide/row:col-span-1 @wide/row:block @wide/row:leading-4.5'
const detailStyle = 'font-normal text-muted @wide/row:block @wide/row:text-label @wide/row:leading-4.5'

/** The start of an upcoming game, the minute of a live one, otherwise FT. Red only if `isCurrent`. */
export function GameTime({ game, isCurrent }: { game: Game; isCurrent: boolean }) {
  const phase = useBusinessTime((now) => gamePhase(game, now))
  const minute = useBusinessTime((now) => clockText(game, now))
  if (phase === 'upcoming')
    return (
      <time dateTime={game.commence_time} title={timeZoneName()} className={clsx(style, 'text-text')}>
        {formatTime(game.commence_time)}
        <span className={detailStyle}>{formatDay(game.commence_time)}</span>
      </time>
    )
  if (phase === 'live')
    return (
      <p className={clsx(style, isCurrent ? 'text-live' : 'text-muted')}>
        {minute}
        <span className="live-word">LIVE</span>
      </p>
    )
  return (
    <p className={clsx(style, 'text-muted')}>
      FT
      <span className={detailStyle}>{formatTime(game.commence_time)}</span>
    </p>
  )
}
