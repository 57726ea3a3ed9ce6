import { clsx } from 'clsx'
import { eurosOf } from '#domain/money.ts'
import { marketName } from '#domain/settlement/market-names.ts'
import type { Bet, Game } from '#services/contract/contract.ts'
import { StatusBadge } from '#ui/components/bet-status.tsx'
import { Money } from '#ui/components/money.tsx'
import { messages } from '#ui/lib/messages.ts'
import { toCents } from '#ui/lib/money.ts'
import { formatOdds } from '#ui/lib/odds-format.ts'
import { formatDayTime, timeZoneName } from '#ui/lib/time/format.ts'
import { betName } from '../model/settlement-text.ts'
import { BetActions } from './bet-actions.tsx'
import { LegLine } from './leg-line.tsx'

type BetRowProps = {
  bet: Bet
  games: ReadonlyMap<string, Game>
  /** Was settled while the page was open. */
  isNews: boolean
}

/** One bet with all its legs, in the columns of its list. */
export function BetRow({ bet, games, isNews }: BetRowProps) {
  const legs = bet.legs ?? (bet.quote === null ? [] : [bet.quote])
  const isSettled = bet.status !== 'pending'
  return (
    <article
      aria-label={`${bet.game}, ${messages.bets.status[bet.status]}`}
      className={clsx('flex flex-col gap-1 px-4 py-3 transition-colors duration-200', isNews && 'bet-news bg-raised')}
    >
      <div className="bet-columns text-body">
        <h2 className="min-w-0 font-semibold">
          {betName(bet)}
          {!bet.is_parlay && <span className="font-normal text-muted"> · {marketName(bet.bet_type)}</span>}
        </h2>
        <span className="bet-odds">
          <span className="bet-label">Odds </span>
          {formatOdds(bet.odd)}
        </span>
        <span className="bet-score">
          <span className="bet-label">Stake </span>
          <Money amount={bet.bet_amount} />
        </span>
        <BetReturn bet={bet} />
        <span className="bet-standing">
          <StatusBadge status={bet.status} />
        </span>
      </div>
      <ul className="flex flex-col gap-1 max-md:gap-1.5">
        {legs.map((leg) => (
          <LegLine
            key={leg.eventId}
            leg={leg}
            game={games.get(leg.eventId)}
            isSingle={!bet.is_parlay}
            isSettled={isSettled}
            said={messages.bets.status[bet.status]}
          />
        ))}
      </ul>
      <div className="-mb-1 flex items-center justify-between gap-x-4 max-[20rem]:flex-wrap">
        <p className="text-label text-muted" title={timeZoneName()}>
          <time dateTime={bet.created_at}>Placed {formatDayTime(bet.created_at)}</time>
          {bet.settled_at !== null && (
            <>
              {', '}
              <time dateTime={bet.settled_at} className="inline-block">
                settled {formatDayTime(bet.settled_at)}
              </time>
            </>
          )}
          {bet.resettled && ' again'}
        </p>
        <BetActions bet={bet} legs={legs} />
      </div>
    </article>
  )
}

/** What the bet may return, or did return. */
function BetReturn({ bet }: { bet: Bet }) {
  if (bet.status === 'pending') {
    const left = bet.could_return ?? bet.potential_win
    const isAsTaken = left === bet.potential_win
    return (
      <span className="bet-clock">
        <span className="bet-label">{isAsTaken ? 'Potential win ' : 'Can still return '}</span>
        <Money amount={left} className="font-semibold" />
        {!isAsTaken && (
          <span className="block text-label text-muted">
            {' '}
            taken at <Money amount={bet.potential_win} />
          </span>
        )}
      </span>
    )
  }
  const profitCents = toCents(bet.potential_win) - toCents(bet.bet_amount)
  return (
    <span className="bet-clock">
      <span className="bet-label">Returned </span>
      <Money amount={bet.potential_win} className={clsx('font-semibold', bet.status === 'won' && 'text-accent')} />
      {profitCents !== 0 && (
        <span className="text-label">
          {' '}
          (<Money amount={eurosOf(profitCents)} signed toned />)
        </span>
      )}
    </span>
  )
}
