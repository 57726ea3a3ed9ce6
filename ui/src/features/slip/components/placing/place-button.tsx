import { Link, useLocation } from '@tanstack/react-router'
import { clsx } from 'clsx'
import { buttonStyle, Spinner } from '#ui/components/ui/button.tsx'
import { formatCents } from '#ui/lib/money.ts'
import { useSlipEditor } from '#ui/model/slip/slip-context.ts'
import type { SlipView } from '../../model/slip-view.ts'

interface PlaceButtonProps {
  view: SlipView
  betCount: number
  /** The id of the element that says why placing is blocked. */
  reasonId: string
  /** Until a bet in play is priced; null if it does not wait. */
  secondsToWait: number | null
  onPlace: () => void
}

/** Stays focusable while blocked, so that screen readers read the reason. Ignores presses while busy. */
export function PlaceButton(props: PlaceButtonProps) {
  const { view, betCount, reasonId, secondsToWait, onPlace } = props
  const { blocker, totals } = view
  const { phase } = useSlipEditor().placement
  const currentPath = useLocation({ select: (location) => location.href })
  if (blocker?.code === 'signed-out') {
    return (
      <Link
        to="/login"
        search={{ redirect: currentPath }}
        className={buttonStyle({ variant: 'primary', size: 'lg' })}
        data-slip-place=""
      >
        Sign in to place your bet
      </Link>
    )
  }
  const isBusy = phase === 'checking' || phase === 'placing'
  const isDisabled = blocker !== null || isBusy
  const busyText = phase === 'checking' ? 'Checking odds…' : secondsToWait ? `Placing, ${secondsToWait} s` : 'Placing…'
  const label = betCount > 1 ? `Place ${betCount} bets` : 'Place bet'
  const amount = totals.stakeCents === null || totals.stakeCents === 0 ? '' : ` · ${formatCents(totals.stakeCents)}`
  return (
    <button
      type="button"
      data-slip-place=""
      aria-disabled={isDisabled || undefined}
      aria-busy={isBusy || undefined}
      aria-describedby={blocker !== null && !isBusy ? reasonId : undefined}
      onClick={isDisabled ? undefined : onPlace}
      className={clsx(
        buttonStyle({ variant: isDisabled ? 'quiet' : 'primary', size: 'lg' }),
        'w-full aria-disabled:border aria-disabled:border-strong aria-disabled:cursor-not-allowed aria-disabled:text-muted aria-disabled:hover:bg-raised aria-disabled:active:scale-100',
      )}
    >
      {isBusy && <Spinner />}
      {isBusy ? busyText : `${label}${amount}`}
    </button>
  )
}
