import { clsx } from 'clsx'
import { ChevronUp, CircleAlert } from 'lucide-react'
import type { Ref } from 'react'
import { Count } from '#ui/components/ui/badge.tsx'
import { inSlip } from '#ui/lib/messages/slip.ts'
import { formatCents } from '#ui/lib/money.ts'
import { formatOdds } from '#ui/lib/odds-format.ts'
import { selectionText } from '#ui/model/slip/selection.ts'
import { useSlipEditor } from '#ui/model/slip/slip-context.ts'
import type { Blocker } from '../model/placement-rules.ts'
import type { SlipView } from '../model/slip-view.ts'

interface PeekBarProps {
  view: SlipView
  ref: Ref<HTMLDivElement>
  onExpand: () => void
}

const warnings: Partial<Record<Blocker['code'], string>> = {
  odds: inSlip.haveChanged,
  stale: inSlip.areDelayed,
}

/**
 * The closed slip above the phone's navigation: number of selections, potential return, and whether something needs
 * attention.
 */
export function PeekBar({ view: { lines, totals, mode, blocker, isAdmin }, ref, onExpand }: PeekBarProps) {
  const isUnanswered = useSlipEditor().placement.phase === 'unknown'
  const warning = isUnanswered ? inSlip.notConfirmed : blocker && warnings[blocker.code]
  const needsAttention = Boolean(warning)
  const [first] = lines
  const title = first && lines.length === 1 ? selectionText(first.selection) : mode === 'parlay' ? 'Parlay' : 'Singles'
  return (
    <div
      ref={ref}
      className="fixed inset-x-0 bottom-[calc(var(--bottom-nav-height)+env(safe-area-inset-bottom))] z-20 px-2 pb-2 md:right-2 md:left-auto md:w-[24.75rem]"
    >
      <button
        type="button"
        aria-expanded={false}
        onClick={onExpand}
        className="flex h-14 w-full items-center gap-3 rounded-card border border-strong bg-surface px-4 text-left shadow-float"
      >
        <Count value={lines.length} className={clsx(!needsAttention && 'bg-accent! text-on-accent!')} />
        <span className="min-w-0 flex-1">
          <span className="block truncate font-semibold text-body">
            Bet slip <span className="font-normal text-muted">· {title}</span>
          </span>
          {needsAttention ? (
            <span className="flex items-center gap-1 truncate text-second text-warning">
              <CircleAlert aria-hidden="true" className="size-3.5" />
              {warning}
            </span>
          ) : (
            <span className="block truncate text-muted text-second">
              {totals.odds === null ? `${lines.length} bets` : `Odds ${formatOdds(totals.odds)}`}
            </span>
          )}
        </span>
        {totals.returnCents !== null && !needsAttention && !isAdmin && (
          <span className="text-right">
            <span className="block text-label text-muted">Returns</span>
            <span className="block font-semibold text-body">{formatCents(totals.returnCents)}</span>
          </span>
        )}
        <ChevronUp aria-hidden="true" className="size-5 shrink-0 text-muted" />
      </button>
    </div>
  )
}
