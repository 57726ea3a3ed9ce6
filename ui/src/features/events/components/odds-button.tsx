import { clsx } from 'clsx'
import { Lock } from 'lucide-react'
import { memo } from 'react'
import { PriceArrow } from '#ui/components/price-arrow.tsx'
import { messages } from '#ui/lib/messages.ts'
import type { OddsState } from '../model/markets/price.ts'
import { usePriceMove } from '../model/markets/use-flash.ts'

export type OddsButtonProps = {
  /** The column's label: '1', 'X', '2', 'Over 2.5'. */
  label: string
  /** What the bet is on, for those who cannot see the column: 'Arsenal to win'. */
  outcome: string
  /** Decimal odds with two decimals; null without a price. */
  odds: string | null
  state: OddsState
  /** Why the button is disabled. */
  reason?: string | undefined
  isSelected: boolean
  onPick: () => void
  /** Hides the label on a wide row, where the column has a heading. */
  hasHeading?: boolean
}

const SELECTED_STYLE = 'border-accent bg-accent font-semibold text-on-accent'
const styles: Record<OddsState, string> = {
  offered: 'border-border bg-inset font-semibold text-text hover:border-strong hover:bg-raised',
  locked: 'border-border bg-inset text-muted',
  missing: 'border-border bg-inset text-muted',
  indicative: 'border-border border-dashed text-muted',
}

/** Every price on the screens. Keeps its size in each state. */
export const OddsButton = memo(function OddsButton(props: OddsButtonProps) {
  const { label, outcome, odds, state, reason, isSelected, onPick, hasHeading = false } = props
  const isOffered = state === 'offered'
  const move = usePriceMove(isOffered ? odds : null)
  const isHighlighted = isSelected && isOffered
  return (
    <button
      type="button"
      aria-pressed={isSelected}
      disabled={!isOffered}
      title={isOffered ? undefined : (reason ?? defaultReason(state))}
      data-move={move ?? undefined}
      onClick={onPick}
      className={clsx(
        'relative flex h-11 min-w-0 items-center justify-between gap-1 rounded-control border px-3 text-body tabular-nums transition-[background-color,border-color,color] duration-120',
        hasHeading && '@wide/row:justify-center @wide/row:px-1',
        isHighlighted ? SELECTED_STYLE : styles[state],
        move && !isHighlighted && 'odds-move',
      )}
    >
      <span
        className={clsx(
          'truncate font-normal',
          hasHeading ? 'text-second @wide/row:sr-only' : 'text-body',
          hasHeading && !isHighlighted && 'text-muted',
        )}
      >
        {label}
      </span>
      <span className="sr-only"> – {outcome} – </span>
      <span className="relative flex items-center">
        {move && <PriceArrow move={move} className="absolute right-full mr-1 leading-none" />}
        {state === 'locked' && <Lock aria-hidden="true" className="size-3.5" />}
        {state === 'locked' && <span className="sr-only">{reason ?? messages.event.locked}</span>}
        {state === 'missing' && messages.event.notAvailable}
        {(isOffered || state === 'indicative') && odds}
        {state === 'indicative' && <span className="sr-only"> {reason ?? messages.games.indicative}</span>}
      </span>
    </button>
  )
})

function defaultReason(state: OddsState): string {
  if (state === 'indicative') return messages.games.indicative
  return state === 'missing' ? messages.event.notAvailable : messages.event.locked
}
