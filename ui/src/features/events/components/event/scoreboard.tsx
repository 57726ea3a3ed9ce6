import { clsx } from 'clsx'
import type { Game } from '#services/contract/contract.ts'
import { onEventPage } from '#ui/lib/messages/prices.ts'
import { messages } from '#ui/lib/messages.ts'
import { useBusinessTime } from '#ui/lib/time/business-clock.ts'
import { formatDay, formatTime, timeZoneName } from '#ui/lib/time/format.ts'
import { estimatedPeriod } from '#ui/model/game/estimated-period.ts'
import { clockText, gamePhase, matchStatus, scoreOf } from '#ui/model/game/game-status.ts'
import { teamFavourite } from '../../model/favourites.ts'
import { useHasScoreChanged } from '../../model/markets/use-flash.ts'
import { FavouriteButton } from '../favourite-button.tsx'

/** The head of a game's page, sticky above the markets: time and status on the left, teams and score beside them. */
export function Scoreboard({ game }: { game: Game }) {
  const phase = useBusinessTime((now) => gamePhase(game, now))
  const isUpcoming = phase === 'upcoming'
  return (
    <section
      aria-label="Scoreboard"
      className="sticky top-(--header-height) z-20 -mx-4 max-[20rem]:static border-border border-y bg-surface md:mx-0 md:rounded-card md:border-x"
    >
      <div className="grid min-h-20 grid-cols-[4.75rem_minmax(0,1fr)] items-center gap-3 px-4 py-3 max-[20rem]:grid-cols-1 md:gap-6">
        {isUpcoming ? <Start game={game} /> : <State game={game} />}
        <div className="flex flex-col gap-1 md:max-w-88 md:text-section">
          {[game.home_team, game.away_team].map((team) => (
            <p key={team} className="flex items-baseline justify-between gap-3 font-semibold text-section">
              <span className="flex min-w-0 items-center gap-1.5">
                <span className="line-clamp-2 max-[20rem]:line-clamp-none">{team}</span>
                <FavouriteButton favourite={teamFavourite(game.sport, team)} name={team} />
              </span>
              {!isUpcoming && <Score game={game} team={team} />}
            </p>
          ))}
        </div>
      </div>
      {game.completed && (
        <p className="border-border border-t px-4 py-1.5 text-muted text-second">{messages.event.finished}</p>
      )}
    </section>
  )
}

function Start({ game }: { game: Game }) {
  const status = useBusinessTime((now) => matchStatus(game, now))
  return (
    <div className="text-muted text-second">
      <time dateTime={game.commence_time} title={timeZoneName()} className="flex flex-col">
        <span className="text-figure text-text">{formatTime(game.commence_time)}</span>
        <span>{formatDay(game.commence_time)}</span>
      </time>
      <p>{status}</p>
    </div>
  )
}

function State({ game }: { game: Game }) {
  const isLive = useBusinessTime((now) => gamePhase(game, now)) === 'live'
  const status = useBusinessTime((now) => matchStatus(game, now))
  const minute = useBusinessTime((now) => clockText(game, now))
  const period = useBusinessTime((now) => (game.status ? null : estimatedPeriod(game, now)))
  const hasClock = isLive && status === 'Live'
  return (
    <div className={clsx('text-second', hasClock && !game.stale ? 'text-live' : 'text-muted')}>
      {hasClock && <p className="text-figure">{minute}</p>}
      <p className="font-medium">{status}</p>
      {period && (
        <p className="text-muted" title={onEventPage.estimated}>
          {period}
        </p>
      )}
    </div>
  )
}

/** Without a known score it shows none: only lists start from 0. */
function Score({ game, team }: { game: Game; team: string }) {
  const score = scoreOf(game, team) ?? '–'
  const hasChanged = useHasScoreChanged(score)
  return <span className={clsx('min-w-6 text-right tabular-nums', hasChanged && 'score-changed')}>{score}</span>
}
