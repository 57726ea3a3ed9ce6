import type { Game } from '#services/contract/contract.ts'
import { useBusinessTime } from '#ui/lib/time/business-clock.ts'
import { formatDay, formatTime } from '#ui/lib/time/format.ts'
import { clockText, gamePhase } from '#ui/model/game/game-status.ts'

const style = 'flex items-center gap-2 text-second @wide/row:block @wide/row:leading-5'

/** The start of an upcoming game, the minute of a live one, else FT. */
export function GameTime({ game }: { game: Game }) {
  const phase = useBusinessTime((now) => gamePhase(game, now))
  const minute = useBusinessTime((now) => clockText(game, now))
  if (phase === 'upcoming')
    return (
      <time dateTime={game.commence_time} title="Europe/Paris" className={style}>
        <span className="font-semibold text-body text-text @wide/row:block">{formatTime(game.commence_time)}</span>
        <span className="text-muted">{formatDay(game.commence_time)}</span>
      </time>
    )
  if (phase === 'live')
    return (
      <p className={style}>
        <span className="font-semibold text-body text-live @wide/row:block">{minute}</span>
        <span className="inline-flex items-center gap-1.5 font-medium text-label text-muted tracking-wide">
          <span aria-hidden="true" className="size-1.5 rounded-full bg-live @wide/row:hidden" />
          LIVE
        </span>
      </p>
    )
  return (
    <p className={style}>
      <span className="font-semibold text-body text-muted @wide/row:block">FT</span>
      <span className="text-muted">{formatDay(game.commence_time)}</span>
    </p>
  )
}
