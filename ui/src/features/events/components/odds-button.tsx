import { clsx } from 'clsx'
import { Lock } from 'lucide-react'
import { memo, startTransition, useOptimistic } from 'react'
import { PriceArrow } from '#ui/components/price-arrow.tsx'
import { messages } from '#ui/lib/messages.ts'
import { formatOdds } from '#ui/lib/odds-format.ts'
import { notify } from '#ui/lib/toasts.ts'
import type { OddsState } from '../model/markets/price.ts'
import { usePriceMove } from '../model/markets/use-flash.ts'

export type OddsButtonProps = {
  /** The column's label: '1', 'X', '2', 'Over 2.5'. */
  label: string
  /** The bet in words, for screen readers, which have no columns: 'Arsenal to win against Chelsea'. */
  outcome: string
  /** Decimal odds with two decimals; null without a price. */
  odds: string | null
  state: OddsState
  /** Why it cannot be picked. */
  reason?: string | undefined
  isSelected: boolean
  onPick: () => void
  /** Hides the label on a wide row, where the column has a heading. */
  hasHeading?: boolean
  /** Hides the label where row and column have headings; not with letters twice as large on a phone. */
  inGrid?: boolean
}

const styles: Record<OddsState, string> = {
  offered: 'border-strong bg-inset font-semibold text-text hover:border-faint hover:bg-raised',
  locked: 'border-border bg-inset text-muted',
  missing: 'border-border bg-inset text-muted',
  // A price that cannot be bet on has no box.
  indicative: 'border-transparent text-muted',
}
const SELECTED_STYLE = 'border-accent bg-accent font-semibold text-on-accent'
/** Picked, but closed at the moment. */
const CLOSED_PICK_STYLE = 'border-accent font-semibold text-accent'

/**
 * Every price on the screens. Keeps its size in every state. With letters twice as large, the label stands above the
 * price if both do not fit on one line, so that no word is broken.
 */
export const OddsButton = memo(function OddsButton(props: OddsButtonProps) {
  const { label, outcome, odds, state, reason, isSelected, onPick, hasHeading = false, inGrid = false } = props
  const isOffered = state === 'offered'
  // Painted as pressed before the slip and the rest of the page have rendered.
  const [isPressed, setPressed] = useOptimistic(isSelected)
  const { mark: move, serial } = usePriceMove(isOffered ? odds : null)
  const isHighlighted = isPressed && isOffered
  const closed = isOffered ? undefined : (reason ?? defaultReason(state))
  const pick = () =>
    startTransition(() => {
      // Set, not toggled by an updater: the slip may render urgently before this transition is done, and an updater
      // would then toggle its result back.
      setPressed(!isPressed)
      onPick()
    })
  return (
    <button
      type="button"
      aria-pressed={isPressed}
      // Not `disabled`, which would drop the focus of a price that locks.
      aria-disabled={!isOffered || undefined}
      tabIndex={isOffered ? undefined : -1}
      title={closed}
      data-move={move ?? undefined}
      onClick={closed === undefined ? pick : () => notify(closed)}
      className={clsx(
        'relative flex h-11 min-w-0 items-center justify-between gap-1 rounded-control border px-3 text-body tabular-nums transition-[background-color,border-color,color] duration-120',
        hasHeading && 'touch odds-in-row',
        inGrid && 'w-full justify-center',
        !hasHeading &&
          'max-[20rem]:h-auto max-[20rem]:min-h-11 max-[20rem]:flex-wrap max-[20rem]:justify-end max-[20rem]:px-2 max-[20rem]:py-1',
        isHighlighted ? SELECTED_STYLE : isPressed ? CLOSED_PICK_STYLE : styles[state],
        move && !isHighlighted && 'odds-move',
      )}
    >
      {move && !isHighlighted && <span key={serial} aria-hidden="true" className="odds-flash" />}
      <span
        className={clsx(
          inGrid
            ? 'sr-only max-[20rem]:not-sr-only odds-name'
            : hasHeading
              ? 'font-normal text-second @wide/row:hidden'
              : 'odds-name',
          hasHeading && !isPressed && 'text-muted',
        )}
      >
        {label}
      </span>
      <span className="sr-only">
        {hasHeading ? ' ' : ' – '}
        {outcome},{' '}
      </span>
      {move && (
        <PriceArrow
          move={move}
          className={hasHeading ? 'odds-arrow-in-row' : inGrid ? 'odds-arrow-in-grid' : 'odds-arrow'}
        />
      )}
      {state === 'locked' && <Lock aria-hidden="true" className="size-3.5 shrink-0" />}
      {state === 'locked' && <span className="sr-only">{closed}</span>}
      {state === 'missing' && messages.event.notAvailable}
      {(isOffered || state === 'indicative') && odds !== null && formatOdds(odds)}
      {state === 'indicative' && <span className="sr-only"> {closed}</span>}
    </button>
  )
})

function defaultReason(state: OddsState): string {
  if (state === 'indicative') return messages.games.indicative
  return state === 'missing' ? messages.event.notAvailable : messages.event.locked
}
