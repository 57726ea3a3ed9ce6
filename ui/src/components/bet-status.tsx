// The status of a bet or a leg: always an icon and a word, never colour alone.
import { CircleCheck, CircleX, Clock, type LucideIcon, RotateCcw } from 'lucide-react'
import type { ComponentProps } from 'react'
import type { Bet, BetLeg } from '#services/contract/contract.ts'
import { messages } from '#ui/lib/messages.ts'
import { Badge } from './ui/badge.tsx'

type BetStatus = Bet['status']

type Tone = NonNullable<ComponentProps<typeof Badge>['tone']>
const styles: Record<BetStatus, { icon: LucideIcon; tone: Tone }> = {
  pending: { icon: Clock, tone: 'neutral' },
  won: { icon: CircleCheck, tone: 'accent' },
  lost: { icon: CircleX, tone: 'lost' },
  refunded: { icon: RotateCcw, tone: 'warning' },
}

export function StatusBadge({ status }: { status: BetStatus }) {
  const { icon: Icon, tone } = styles[status]
  return (
    <Badge tone={tone}>
      <Icon aria-hidden="true" className="size-3.5" />
      {messages.bets.status[status]}
    </Badge>
  )
}

/** A void leg drops out of its parlay and is shown as refunded. */
export const legStatus = ({ status }: Pick<BetLeg, 'status'>): BetStatus => (status === 'void' ? 'refunded' : status)
