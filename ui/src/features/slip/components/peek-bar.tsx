import { clsx } from 'clsx'
import { ChevronUp, CircleAlert } from 'lucide-react'
import type { Ref } from 'react'
import { Count } from '#ui/components/ui/badge.tsx'
import { formatCents } from '#ui/lib/money.ts'
import { useSlipEditor } from '#ui/model/slip/slip-context.ts'
import type { SlipView } from '../model/slip-view.ts'

interface PeekBarProps {
  view: SlipView
  ref: Ref<HTMLDivElement>
  buttonRef: Ref<HTMLButtonElement>
  onExpand: () => void
}

/** The closed slip above the phone's navigation: count, return, and whether something needs attention. */
export function PeekBar({ view: { lines, totals, mode, blocker }, ref, buttonRef, onExpand }: PeekBarProps) {
  const isUnanswered = useSlipEditor().placement.phase === 'unknown'
  const needsAttention = isUnanswered || blocker?.code === 'odds'
  const title = lines.length === 1 ? (lines[0]?.selection.selection ?? '') : mode === 'parlay' ? 'Parlay' : 'Singles'
  return (
    <div
      ref={ref}
      className="fixed inset-x-0 bottom-[calc(var(--bottom-nav-height)+env(safe-area-inset-bottom))] z-20 px-2 pb-2"
    >
      <button
        ref={buttonRef}
        type="button"
        aria-expanded={false}
        onClick={onExpand}
        className="flex h-14 w-full items-center gap-3 rounded-card border border-strong bg-surface px-4 text-left shadow-float"
      >
        <Count value={lines.length} className={clsx(!needsAttention && 'bg-accent! text-on-accent!')} />
        <span className="min-w-0 flex-1">
          <span className="block font-semibold text-body">
            Bet slip <span className="font-normal text-muted">· {title}</span>
          </span>
          {needsAttention ? (
            <span className="flex items-center gap-1 truncate text-second text-warning">
              <CircleAlert aria-hidden="true" className="size-3.5" />
              {isUnanswered ? 'A bet is not confirmed yet' : 'Odds have changed'}
            </span>
          ) : (
            <span className="block truncate text-muted text-second">
              {totals.odds === null ? `${lines.length} bets` : `Odds ${totals.odds}`}
            </span>
          )}
        </span>
        {totals.returnCents !== null && !needsAttention && (
          <span className="text-right">
            <span className="block text-label text-muted">Returns</span>
            <span className="block font-semibold text-accent text-body">{formatCents(totals.returnCents)}</span>
          </span>
        )}
        <ChevronUp aria-hidden="true" className="size-5 shrink-0 text-muted" />
      </button>
    </div>
  )
}
