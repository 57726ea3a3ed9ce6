import { clsx } from 'clsx'
import type { Game } from '#services/contract/contract.ts'
import { countryName, Flag } from '#ui/components/flag.tsx'
import { messages } from '#ui/lib/messages.ts'
import { useBusinessTime } from '#ui/lib/time/business-clock.ts'
import { formatDay, formatTime } from '#ui/lib/time/format.ts'
import { clockText, gamePhase, matchStatus, scoreOf } from '#ui/model/game/game-status.ts'
import { useHasScoreChanged } from '../../model/markets/use-flash.ts'
import { leagueName } from '../../model/sports/league-name.ts'

/** The head of a game's page, sticky above the markets. */
export function Scoreboard({ game }: { game: Game }) {
  const phase = useBusinessTime((now) => gamePhase(game, now))
  const status = useBusinessTime((now) => matchStatus(game, now))
  const minute = useBusinessTime((now) => clockText(game, now))
  const isUpcoming = phase === 'upcoming'
  const isLive = phase === 'live'
  return (
    <section
      aria-label="Scoreboard"
      className="sticky top-(--header-height) z-20 -mx-4 border-border border-y bg-surface md:mx-0 md:rounded-card md:border-x"
    >
      <p className="flex items-center justify-center gap-2 border-border border-b px-4 py-2 text-muted text-second">
        <Flag country={game.country} />
        <span className="truncate">
          {[leagueName(game.league_title, game.country), countryName(game.country)].filter(Boolean).join(' · ')}
        </span>
      </p>
      <div className="grid grid-cols-[minmax(0,1fr)_auto_minmax(0,1fr)] items-center gap-4 px-4 py-4 md:px-6 md:py-5">
        <p className="text-right text-section [overflow-wrap:anywhere]">{game.home_team}</p>
        <div className="flex min-w-24 flex-col items-center gap-0.5">
          {isUpcoming ? (
            <time dateTime={game.commence_time} className="flex flex-col items-center" title="Europe/Paris">
              <span className="text-figure">{formatTime(game.commence_time)}</span>
              <span className="text-muted text-second">{formatDay(game.commence_time)}</span>
            </time>
          ) : (
            <p className="flex items-baseline gap-2 text-figure">
              <Score game={game} team={game.home_team} />
              <span className="text-muted">-</span>
              <Score game={game} team={game.away_team} />
            </p>
          )}
          <p className={clsx('font-medium text-second', isLive ? 'text-live' : 'text-muted')}>
            {isLive && status === 'Live' ? `${minute} · LIVE` : status}
          </p>
        </div>
        <p className="text-section [overflow-wrap:anywhere]">{game.away_team}</p>
      </div>
      {game.completed && (
        <p className="border-border border-t px-4 py-2 text-center text-muted text-second">{messages.event.finished}</p>
      )}
    </section>
  )
}

function Score({ game, team }: { game: Game; team: string }) {
  const score = scoreOf(game, team) ?? (game.completed ? '–' : '0')
  const hasChanged = useHasScoreChanged(score)
  return <span className={clsx('min-w-5 text-center', hasChanged && 'score-changed')}>{score}</span>
}
