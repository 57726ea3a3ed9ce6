import { clsx } from 'clsx'
import { Lock } from 'lucide-react'
import { memo } from 'react'
import { messages } from '#ui/lib/messages.ts'
import { usePriceMove } from '../model/markets/use-flash.ts'

/**
 * offered: can be picked. locked: not now, for the `reason`. missing: this outcome is not quoted. indicative: nobody
 * quoted this price, or it is too old; it only gives an idea.
 */
export type OddsState = 'offered' | 'locked' | 'missing' | 'indicative'

export type OddsButtonProps = {
  /** What the column is called: '1', 'X', '2', 'Over 2.5'. */
  label: string
  /** What is bet on, for those who cannot see the column: 'Arsenal to win'. */
  outcome: string
  /** Decimal odds with two decimals; null where there are none. */
  odds: string | null
  state: OddsState
  reason?: string | undefined
  selected: boolean
  onPick: () => void
  /** Hides the label on a wide row, where the column has a heading. */
  headed?: boolean
}

const CHOSEN = 'border-accent bg-accent font-semibold text-on-accent'
const looks: Record<OddsState, string> = {
  offered: 'border-border bg-inset font-semibold text-text hover:border-strong hover:bg-raised',
  locked: 'border-border bg-inset text-muted',
  missing: 'border-border bg-inset text-muted',
  indicative: 'border-border border-dashed text-muted',
}

/** The one button that a price is ever shown on. Keeps its size in every state. */
export const OddsButton = memo(function OddsButton(props: OddsButtonProps) {
  const { label, outcome, odds, state, reason, selected, onPick, headed = false } = props
  const shown = state === 'offered' || state === 'indicative' ? odds : null
  const move = usePriceMove(state === 'offered' ? odds : null)
  const chosen = selected && state === 'offered'
  return (
    <button
      type="button"
      aria-pressed={selected}
      disabled={state !== 'offered'}
      title={state === 'offered' ? undefined : (reason ?? defaultReason(state))}
      data-move={move ?? undefined}
      onClick={onPick}
      className={clsx(
        'relative flex h-11 min-w-0 items-center justify-between gap-1 rounded-control border px-3 text-body tabular-nums transition-[background-color,border-color,color] duration-120',
        headed && '@wide/row:justify-center @wide/row:px-1',
        chosen ? CHOSEN : looks[state],
        move && !chosen && 'odds-move',
      )}
    >
      <span
        className={clsx(
          'truncate font-normal',
          headed ? 'text-second @wide/row:sr-only' : 'text-body',
          headed && !chosen && 'text-muted',
        )}
      >
        {label}
      </span>
      <span className="sr-only"> – {outcome} – </span>
      <span className="relative flex items-center">
        {move && (
          <span aria-hidden="true" className="absolute right-full mr-1 text-[0.625rem] leading-none">
            {move === 'up' ? '▲' : '▼'}
          </span>
        )}
        {state === 'locked' && <Lock aria-hidden="true" className="size-3.5" />}
        {state === 'locked' && <span className="sr-only">{reason ?? messages.event.locked}</span>}
        {state === 'missing' && messages.event.notAvailable}
        {shown}
        {state === 'indicative' && <span className="sr-only"> {messages.games.indicative}</span>}
      </span>
    </button>
  )
})

function defaultReason(state: OddsState): string {
  if (state === 'indicative') return messages.games.indicative
  return state === 'missing' ? messages.event.notAvailable : messages.event.locked
}
