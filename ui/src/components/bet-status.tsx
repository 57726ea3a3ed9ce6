// The status of a bet or a leg: always an icon and a word, never colour alone.
import { CircleCheck, CircleX, Clock, type LucideIcon, Minus, RotateCcw } from 'lucide-react'
import type { ComponentProps } from 'react'
import type { Bet, BetLeg } from '#services/contract/contract.ts'
import { messages } from '#ui/lib/messages.ts'
import { Badge } from './ui/badge.tsx'

/**
 * The status of a bet, or of one of its legs: half of the stake on a quarter line wins or loses, and some legs turn out
 * not to be needed.
 */
type Status = Bet['status'] | 'half-won' | 'half-lost' | 'not-needed'

type Tone = NonNullable<ComponentProps<typeof Badge>['tone']>
const styles: Record<Status, { icon: LucideIcon; tone: Tone }> = {
  pending: { icon: Clock, tone: 'neutral' },
  won: { icon: CircleCheck, tone: 'accent' },
  'half-won': { icon: CircleCheck, tone: 'accent' },
  lost: { icon: CircleX, tone: 'lost' },
  'half-lost': { icon: CircleX, tone: 'lost' },
  refunded: { icon: RotateCcw, tone: 'warning' },
  'not-needed': { icon: Minus, tone: 'neutral' },
}

/** The status as a badge. */
export function StatusBadge({ status }: { status: Status }) {
  const { icon: Icon, tone } = styles[status]
  return (
    <Badge tone={tone}>
      <Icon aria-hidden="true" className="size-3.5" />
      {/* Aligned by the baseline of its word, not of its icon. */}
      <span className="self-baseline">{messages.bets.status[status]}</span>
    </Badge>
  )
}

/** A void leg drops out of its parlay and is shown as refunded. */
export const legStatus = ({ status }: Pick<BetLeg, 'status'>): Status => (status === 'void' ? 'refunded' : status)
