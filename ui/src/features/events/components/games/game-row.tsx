import { clsx } from 'clsx'
import { ChevronRight } from 'lucide-react'
import { memo } from 'react'
import type { Game } from '#services/contract/contract.ts'
import { EventLink } from '#ui/components/event-link.tsx'
import { formatDay, formatTime, useBusinessTime } from '#ui/lib/time/business-clock.ts'
import { clockText, gamePhase, scoreOf } from '#ui/model/game/game-status.ts'
import { type Selection, selectionOf } from '#ui/model/slip/selection.ts'
import { furtherMarkets, type Side } from '../../model/markets/match-result.ts'
import { SIDE_LABELS, sideName, sidePrice } from '../../model/markets/price.ts'
import { useScoreChange } from '../../model/markets/use-flash.ts'
import { OddsButton } from '../odds-button.tsx'

export type GameRowProps = {
  game: Game
  /** The columns of the league's table: with X or without. */
  sides: readonly Side[]
  /** The bet key that the slip holds of this game, if any. */
  selectedKey: string | null
  fresh: boolean
  onPick: (selection: Selection) => void
}

/** One game: the same shape before the start, in play, suspended and finished. Nothing shifts when a price moves. */
export const GameRow = memo(function GameRow({ game, sides, selectedKey, fresh, onPick }: GameRowProps) {
  const phase = useBusinessTime((now) => gamePhase(game, now))
  const more = furtherMarkets(game)
  const started = phase !== 'upcoming'
  return (
    <li className="@container/row relative border-border border-t transition-colors first:border-t-0 hover:bg-[color-mix(in_srgb,var(--inset)_60%,transparent)]">
      <div className="grid grid-cols-[minmax(0,1fr)] gap-x-4 gap-y-2.5 px-4 py-3 @wide/row:grid-cols-[4.75rem_minmax(0,1fr)_17.25rem_2.5rem] @wide/row:items-center @wide/row:py-2.5">
        <GameTime game={game} />
        <EventLink game={game} className="min-w-0 outline-offset-[-2px] after:absolute after:inset-0">
          <Team game={game} team={game.home_team} started={started} />
          <Team game={game} team={game.away_team} started={started} />
        </EventLink>
        <div className={clsx('relative z-10 grid gap-2', sides.length === 2 ? 'grid-cols-2' : 'grid-cols-3')}>
          {sides.map((side) => {
            const price = sidePrice(game, side, started, fresh)
            const selection = price.state === 'offered' ? selectionOf(game, 'h2h', price.index) : null
            return (
              <OddsButton
                key={side}
                headed
                label={SIDE_LABELS[side]}
                outcome={sideName(game, side)}
                odds={price.odds}
                state={price.state}
                reason={price.reason}
                selected={selection !== null && selection.betKey === selectedKey}
                onPick={() => selection && onPick(selection)}
              />
            )
          })}
        </div>
        <span aria-hidden="true" className="hidden justify-end text-muted text-second @wide/row:flex">
          {more > 0 ? `+${more}` : <ChevronRight className="size-4 text-faint" />}
        </span>
      </div>
    </li>
  )
})

function GameTime({ game }: { game: Game }) {
  const phase = useBusinessTime((now) => gamePhase(game, now))
  const minute = useBusinessTime((now) => clockText(game, now))
  const line = 'flex items-center gap-2 text-second @wide/row:block @wide/row:leading-5'
  if (phase === 'upcoming')
    return (
      <time dateTime={game.commence_time} title="Europe/Paris" className={line}>
        <span className="font-semibold text-body text-text @wide/row:block">{formatTime(game.commence_time)}</span>
        <span className="text-muted">{formatDay(game.commence_time)}</span>
      </time>
    )
  if (phase === 'live')
    return (
      <p className={line}>
        <span className="font-semibold text-body text-live @wide/row:block">{minute}</span>
        <LiveMark />
      </p>
    )
  return (
    <p className={line}>
      <span className="font-semibold text-body text-muted @wide/row:block">FT</span>
      <span className="text-muted">{formatDay(game.commence_time)}</span>
    </p>
  )
}

export function LiveMark() {
  return (
    <span className="inline-flex items-center gap-1.5 font-medium text-label text-muted tracking-wide">
      <span aria-hidden="true" className="size-1.5 rounded-full bg-live @wide/row:hidden" />
      LIVE
    </span>
  )
}

function Team({ game, team, started }: { game: Game; team: string; started: boolean }) {
  const score = started ? (scoreOf(game, team) ?? (game.completed ? '–' : '0')) : null
  const scored = useScoreChange(score)
  return (
    <span className="flex min-w-0 items-center justify-between gap-3 leading-[1.375rem]">
      <span className="truncate text-body text-text">{team}</span>
      <span className={clsx('min-w-5 text-right font-semibold text-body', scored && 'score-changed')}>{score}</span>
    </span>
  )
}
