// What became of a bet or of one of its legs: always a sign and a word, never a colour alone.
import { CircleCheck, CircleX, Clock, type LucideIcon, RotateCcw } from 'lucide-react'
import type { ComponentProps } from 'react'
import type { Bet, BetLeg } from '#services/contract/contract.ts'
import { messages } from '#ui/lib/messages.ts'
import { Badge } from './ui/badge.tsx'

export type BetStatus = Bet['status']
export type LegStatus = BetLeg['status']

type Tone = NonNullable<ComponentProps<typeof Badge>['tone']>
const looks: Record<BetStatus, { icon: LucideIcon; tone: Tone }> = {
  pending: { icon: Clock, tone: 'neutral' },
  won: { icon: CircleCheck, tone: 'accent' },
  lost: { icon: CircleX, tone: 'lost' },
  refunded: { icon: RotateCcw, tone: 'warning' },
}

export function StatusBadge({ status }: { status: BetStatus }) {
  const { icon: Icon, tone } = looks[status]
  return (
    <Badge tone={tone}>
      <Icon aria-hidden="true" className="size-3.5" />
      {messages.bets.status[status]}
    </Badge>
  )
}

/** A void leg drops out of its parlay: its stake counts as refunded. */
export const statusOfLeg = (status: LegStatus): BetStatus => (status === 'void' ? 'refunded' : status)
