import { clsx } from 'clsx'
import { memo } from 'react'
import type { Game } from '#services/contract/contract.ts'
import { EventLink } from '#ui/components/event-link.tsx'
import { messages } from '#ui/lib/messages.ts'
import { useBusinessTime } from '#ui/lib/time/business-clock.ts'
import { gamePhase, type Phase, shownScore } from '#ui/model/game/game-status.ts'
import { finalText } from '../../model/games/final-text.ts'
import { furtherMarkets, h2hMarket } from '../../model/markets/match-result.ts'
import { closedReason } from '../../model/markets/price.ts'
import { useHasScoreChanged } from '../../model/markets/use-flash.ts'
import { GamePrices, type GamePricesProps } from './game-prices.tsx'
import { GameTime } from './game-time.tsx'

export type GameRowProps = Omit<GamePricesProps, 'hasStarted'> & {
  /** Fades, and is removed next. */
  isLeaving?: boolean
}

/** A game as an item of a plain list. */
export function GameItem(props: GameRowProps) {
  return (
    <li className="@container/row border-border border-t first:border-t-0">
      <GameRow {...props} />
    </li>
  )
}

/**
 * One game, with the same layout before the start, in play, suspended and finished. Needs a container `row` around it.
 * Uses few elements, because a long list shows many rows.
 */
export const GameRow = memo(function GameRow(props: GameRowProps) {
  const { game, sides, selectedKey, isFresh, isLeaving = false, onPick } = props
  const phase = useBusinessTime((now) => gamePhase(game, now))
  const hasStarted = phase !== 'upcoming'
  const isFinished = phase === 'finished'
  return (
    <div
      className={clsx(
        'board-row @wide/row:board-columns relative transition-[background-color,opacity] duration-200 hover:bg-[color-mix(in_srgb,var(--inset)_60%,transparent)]',
        isLeaving && 'opacity-0',
      )}
    >
      <GameTime game={game} isCurrent={isFresh && !game.stale} />
      <EventLink
        game={game}
        className={clsx(
          'board-sides text-body outline-offset-[-2px] after:absolute after:inset-0',
          isFinished ? 'text-muted' : 'text-text',
        )}
      >
        <TeamName name={game.home_team} />
        <TeamName name={game.away_team} />
      </EventLink>
      {hasStarted && (
        <div className="board-sides text-right font-semibold text-body">
          <Score game={game} team={game.home_team} phase={phase} />
          <Score game={game} team={game.away_team} phase={phase} />
        </div>
      )}
      {isFinished ? (
        <p className="pointer-events-none col-span-full flex h-11 items-center justify-center truncate rounded-control border border-border px-3 text-muted text-second @wide/row:col-span-1 @wide/row:col-start-4 @wide/row:h-9">
          {finalText(game)}
        </p>
      ) : (
        <GamePrices
          game={game}
          sides={sides}
          selectedKey={selectedKey}
          hasStarted={hasStarted}
          // No price has moved since full time: these are the last prices of a game that is shown as over.
          isFresh={isFresh && phase !== 'ended'}
          onPick={onPick}
        />
      )}
      {phase === 'upcoming' && !h2hMarket(game) && closedReason(game, 'h2h') === null ? (
        <IndicativeMark />
      ) : (
        <FurtherMarkets game={game} />
      )}
    </div>
  )
})

const LINE_STYLE = 'leading-5.5 @wide/row:leading-4.5'

const TeamName = ({ name }: { name: string }) => <span className={LINE_STYLE}>{name}</span>

function Score({ game, team, phase }: { game: Game; team: string; phase: Phase }) {
  const score = shownScore(game, team, phase)
  const hasChanged = useHasScoreChanged(score)
  return (
    <span className={clsx(LINE_STYLE, game.completed && 'font-normal text-muted', hasChanged && 'score-changed')}>
      {score}
    </span>
  )
}

/** Marks prices that no bookmaker has quoted. Hidden from screen readers: each price says so itself. */
const IndicativeMark = () => (
  <span
    aria-hidden="true"
    className="col-span-full text-label text-muted @wide/row:col-span-1 @wide/row:col-start-5 @wide/row:justify-self-end"
  >
    {messages.games.indicative}
  </span>
)

/** The number of further markets. Leads to the same page as the names, so it is not a tab stop. */
function FurtherMarkets({ game }: { game: Game }) {
  const count = game.completed ? 0 : furtherMarkets(game)
  if (count === 0) return null
  return (
    <EventLink
      game={game}
      tabIndex={-1}
      label={`+${count} markets of ${game.home_team} vs ${game.away_team}`}
      className="relative z-10 col-start-5 hidden h-9 items-center justify-self-end rounded-control px-1.5 text-muted text-second hover:text-text hover:underline touch @wide/row:flex"
    >
      +{count}
    </EventLink>
  )
}
