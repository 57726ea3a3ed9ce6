import { marketName } from '#domain/settlement/market-names.ts'
import type { BetLeg } from '#services/contract/contract.ts'
import { legStatus, StatusBadge } from '#ui/components/bet-status.tsx'
import { formatOdds } from '#ui/lib/odds-format.ts'
import { formatDayTime } from '#ui/lib/time/format.ts'
import { scoreText } from '../../model/score-text.ts'

/** The legs of a parlay, each with its grade. */
export const BetLegs = ({ legs }: { legs: readonly BetLeg[] }) => (
  <ul className="flex flex-col gap-1.5 text-second">
    {legs.map((leg) => (
      <li key={`${leg.eventId} ${leg.marketName} ${leg.selection}`} className="flex flex-wrap items-baseline gap-x-3">
        <span className="font-medium">{leg.selection}</span>
        <span className="text-muted">
          {marketName(leg.marketName)} · {leg.gameTitle} · {formatDayTime(leg.commence_time)}
        </span>
        <span>{formatOdds(leg.odds)}</span>
        {leg.result !== null && <span className="text-muted">{scoreText(leg.result)}</span>}
        <StatusBadge status={legStatus(leg)} />
      </li>
    ))}
  </ul>
)
