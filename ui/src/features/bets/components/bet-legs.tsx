import { Collapsible } from '@base-ui/react/collapsible'
import { ChevronDown } from 'lucide-react'
import { useState } from 'react'
import type { BetLeg } from '#services/contract/contract.ts'
import { legStatus, StatusBadge } from '#ui/components/bet-status.tsx'
import { messages } from '#ui/lib/messages.ts'
import { formatOdds } from '#ui/lib/odds-format.ts'
import { formatDayTime } from '#ui/lib/time/format.ts'
import { marketName } from '#ui/model/market-names.ts'
import { voidReasonText } from '../model/void-reason.ts'

/** The legs of a parlay, collapsed at first. */
export function BetLegs({ legs }: { legs: BetLeg[] }) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <Collapsible.Root open={isOpen} onOpenChange={setIsOpen} className="border-border border-t">
      <Collapsible.Trigger className="group flex min-h-11 w-full items-center justify-between gap-3 px-4 text-left text-second outline-offset-[-2px] hover:bg-inset">
        <span>
          <span className="font-medium">{isOpen ? 'Hide' : 'Show'} legs</span>
          <span className="text-muted"> · {progressText(legs)}</span>
        </span>
        <ChevronDown
          aria-hidden="true"
          className="size-4 text-muted transition-transform group-data-panel-open:rotate-180"
        />
      </Collapsible.Trigger>
      <Collapsible.Panel>
        <ul>
          {legs.map((leg) => (
            <LegItem key={leg.eventId} leg={leg} />
          ))}
        </ul>
      </Collapsible.Panel>
    </Collapsible.Root>
  )
}

function LegItem({ leg }: { leg: BetLeg }) {
  return (
    <li className="flex items-start justify-between gap-3 border-border border-t px-4 py-2.5">
      <div className="min-w-0">
        <p className="font-medium text-body">
          {leg.selection} <span className="text-muted">at {formatOdds(leg.odds)}</span>
        </p>
        <p className="text-muted text-second">
          {marketName(leg.marketName)} · {leg.gameTitle} · {formatDayTime(leg.commence_time)}
        </p>
        {leg.void_reason !== null && <p className="text-second text-warning">{voidReasonText(leg.void_reason)}</p>}
      </div>
      <StatusBadge status={legStatus(leg)} />
    </li>
  )
}

const STATUS_ORDER = ['won', 'half-won', 'lost', 'half-lost', 'refunded', 'pending'] as const

/** '1 won, 2 pending' */
function progressText(legs: BetLeg[]): string {
  const byStatus = Map.groupBy(legs, legStatus)
  return STATUS_ORDER.flatMap((status) => {
    const count = byStatus.get(status)?.length ?? 0
    return count === 0 ? [] : [`${count} ${messages.bets.status[status].toLowerCase()}`]
  }).join(', ')
}
