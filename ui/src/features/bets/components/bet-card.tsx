import type { Bet } from '#services/contract/contract.ts'
import { StatusBadge } from '#ui/components/bet-status.tsx'
import { messages } from '#ui/lib/messages.ts'
import { formatDayTime } from '#ui/lib/time/format.ts'
import { BetFigures } from './bet-figures.tsx'
import { BetLegs } from './bet-legs.tsx'
import { ParlayTitle, SingleTitle } from './bet-title.tsx'

/** One bet: what was bet on, at what odds, and its outcome. */
export function BetCard({ bet }: { bet: Bet }) {
  return (
    <article
      aria-label={`${bet.game}, ${messages.bets.status[bet.status]}`}
      className="rounded-card border border-border bg-surface"
    >
      <div className="flex items-start justify-between gap-3 px-4 pt-3.5">
        {bet.is_parlay ? <ParlayTitle bet={bet} /> : <SingleTitle bet={bet} />}
        <StatusBadge status={bet.status} />
      </div>
      <BetFigures bet={bet} />
      {bet.legs !== null && <BetLegs legs={bet.legs} />}
      <p className="flex flex-wrap justify-between gap-x-4 gap-y-0.5 border-border border-t px-4 py-2.5 text-muted text-label">
        <time dateTime={bet.created_at} title="Europe/Paris">
          Placed {formatDayTime(bet.created_at)}
          {bet.settled_at !== null && `, settled ${formatDayTime(bet.settled_at)}`}
        </time>
        <span className="min-w-0 truncate font-mono" title={bet.id}>
          {bet.id.slice(0, 12)}
        </span>
      </p>
    </article>
  )
}
