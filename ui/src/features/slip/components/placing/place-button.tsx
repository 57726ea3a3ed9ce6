import { Link, useLocation } from '@tanstack/react-router'
import { clsx } from 'clsx'
import { buttonStyle, Spinner } from '#ui/components/ui/button.tsx'
import { formatCents } from '#ui/lib/money.ts'
import { useSlipEditor } from '#ui/model/slip/slip-context.ts'
import type { SlipView } from '../../model/slip-view.ts'

interface PlaceButtonProps {
  view: SlipView
  betCount: number
  /** The element that says why placing is blocked. */
  reasonId: string
  onPlace: () => void
}

/** Stays focusable while blocked, so that assistive technology reads the reason. Ignores presses while it is busy. */
export function PlaceButton({ view: { blocker, totals }, betCount, reasonId, onPlace }: PlaceButtonProps) {
  const { phase } = useSlipEditor().placement
  const currentPath = useLocation({ select: (location) => location.href })
  if (blocker?.code === 'signed-out') {
    return (
      <Link to="/login" search={{ redirect: currentPath }} className={buttonStyle({ variant: 'primary', size: 'lg' })}>
        Sign in to place your bet
      </Link>
    )
  }
  const isBusy = phase === 'checking' || phase === 'placing'
  const isDisabled = blocker !== null || isBusy
  const label = betCount > 1 ? `Place ${betCount} bets` : 'Place bet'
  const amount = totals.stakeCents === null || totals.stakeCents === 0 ? '' : ` · ${formatCents(totals.stakeCents)}`
  return (
    <button
      type="button"
      aria-disabled={isDisabled || undefined}
      aria-busy={isBusy || undefined}
      aria-describedby={blocker !== null && !isBusy ? reasonId : undefined}
      onClick={isDisabled ? undefined : onPlace}
      className={clsx(
        buttonStyle({ variant: isDisabled ? 'quiet' : 'primary', size: 'lg' }),
        'w-full aria-disabled:cursor-not-allowed aria-disabled:text-muted aria-disabled:hover:bg-raised aria-disabled:active:scale-100',
      )}
    >
      {isBusy && <Spinner />}
      {phase === 'checking' ? 'Checking odds…' : phase === 'placing' ? 'Placing…' : `${label}${amount}`}
    </button>
  )
}
