import { clsx } from 'clsx'
import type { GameResult } from '#services/contract/contract.ts'
import { EventLink } from '#ui/components/event-link.tsx'
import { messages } from '#ui/lib/messages.ts'
import { formatTime } from '#ui/lib/time/format.ts'

/** One game: start, teams and score. The winner's name is bold. */
export function ResultRow({ game }: { game: GameResult }) {
  const { home_team: home, away_team: away, score, ended } = game
  const lead = score === null ? 0 : Math.sign(score.home - score.away)
  return (
    <EventLink
      game={game}
      className="flex min-h-13 items-center gap-3 px-4 py-2 max-[20rem]:flex-wrap outline-offset-[-2px] transition-colors hover:bg-inset"
    >
      <time dateTime={game.commence_time} className="min-w-12 shrink-0 text-muted text-second tabular-nums">
        {formatTime(game.commence_time)}
      </time>
      <span className="grid min-w-0 flex-1 max-[20rem]:order-last max-[20rem]:basis-full grid-cols-[minmax(0,1fr)_auto] gap-x-4 text-body">
        <Side name={home} score={score?.home} isWinner={lead > 0} />
        <Side name={away} score={score?.away} isWinner={lead < 0} />
      </span>
      {ended !== 'final' && (
        <span className="shrink-0 text-muted text-second">
          {ended === 'abandoned' ? messages.results.abandoned : messages.results.noResult}
        </span>
      )}
    </EventLink>
  )
}

function Side({ name, score, isWinner }: { name: string; score: number | undefined; isWinner: boolean }) {
  return (
    <>
      <span className={clsx('min-w-0', isWinner ? 'font-semibold' : 'text-muted')}>{name}</span>
      <span className={clsx('text-right tabular-nums', isWinner ? 'font-semibold' : 'text-muted')}>{score ?? '–'}</span>
    </>
  )
}
