import { clsx } from 'clsx'
import { ChevronRight } from 'lucide-react'
import { memo } from 'react'
import type { Game } from '#services/contract/contract.ts'
import { EventLink } from '#ui/components/event-link.tsx'
import { useBusinessTime } from '#ui/lib/time/business-clock.ts'
import { gamePhase, scoreOf } from '#ui/model/game/game-status.ts'
import { type Selection, selectionOf } from '#ui/model/slip/selection.ts'
import { furtherMarkets, type Side } from '../../model/markets/match-result.ts'
import { SIDE_LABELS, sideName, sidePrice } from '../../model/markets/price.ts'
import { useHasScoreChanged } from '../../model/markets/use-flash.ts'
import { OddsButton } from '../odds-button.tsx'
import { GameTime } from './game-time.tsx'

type GameRowProps = {
  game: Game
  /** The columns of the league's table: with or without X. */
  sides: readonly Side[]
  /** The betKey of the game's selection in the slip. */
  selectedKey: string | null
  isFresh: boolean
  onPick: (selection: Selection) => void
}

/** One game, with the same layout before the start, in play, suspended and finished. */
export const GameRow = memo(function GameRow({ game, sides, selectedKey, isFresh, onPick }: GameRowProps) {
  const phase = useBusinessTime((now) => gamePhase(game, now))
  const furtherCount = furtherMarkets(game)
  const hasStarted = phase !== 'upcoming'
  return (
    <li className="@container/row relative border-border border-t transition-colors first:border-t-0 hover:bg-[color-mix(in_srgb,var(--inset)_60%,transparent)]">
      <div className="grid grid-cols-[minmax(0,1fr)] gap-x-4 gap-y-2.5 px-4 py-3 @wide/row:grid-cols-[4.75rem_minmax(0,1fr)_17.25rem_2.5rem] @wide/row:items-center @wide/row:py-2.5">
        <GameTime game={game} />
        <EventLink game={game} className="min-w-0 outline-offset-[-2px] after:absolute after:inset-0">
          <Team game={game} team={game.home_team} hasStarted={hasStarted} />
          <Team game={game} team={game.away_team} hasStarted={hasStarted} />
        </EventLink>
        <div className={clsx('relative z-10 grid gap-2', sides.length === 2 ? 'grid-cols-2' : 'grid-cols-3')}>
          {sides.map((side) => {
            const price = sidePrice(game, side, { hasStarted, isFresh })
            const selection = price.state === 'offered' ? selectionOf(game, 'h2h', price.index) : null
            return (
              <OddsButton
                key={side}
                hasHeading
                label={SIDE_LABELS[side]}
                outcome={sideName(game, side)}
                odds={price.odds}
                state={price.state}
                reason={price.reason}
                isSelected={selection !== null && selection.betKey === selectedKey}
                onPick={() => selection && onPick(selection)}
              />
            )
          })}
        </div>
        <span aria-hidden="true" className="hidden justify-end text-muted text-second @wide/row:flex">
          {furtherCount > 0 ? `+${furtherCount}` : <ChevronRight className="size-4 text-faint" />}
        </span>
      </div>
    </li>
  )
})

function Team({ game, team, hasStarted }: { game: Game; team: string; hasStarted: boolean }) {
  const score = hasStarted ? (scoreOf(game, team) ?? (game.completed ? '–' : '0')) : null
  const hasScoreChanged = useHasScoreChanged(score)
  return (
    <span className="flex min-w-0 items-center justify-between gap-3 leading-[1.375rem]">
      <span className="truncate text-body text-text">{team}</span>
      <span className={clsx('min-w-5 text-right font-semibold text-body', hasScoreChanged && 'score-changed')}>
        {score}
      </span>
    </span>
  )
}
