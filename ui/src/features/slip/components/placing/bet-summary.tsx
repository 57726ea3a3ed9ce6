import { clsx } from 'clsx'
import { formatCents } from '#ui/lib/money.ts'
import { formatOdds } from '#ui/lib/odds-format.ts'
import type { SlipView } from '../../model/slip-view.ts'
import { PolicySelect } from './policy-select.tsx'

type BetSummaryProps = { view: SlipView; betCount: number }

/** Odds or total stake, accepted odds changes, potential win. */
export function BetSummary({ view, betCount }: BetSummaryProps) {
  const { totals, lines, mode } = view
  return (
    <div className="flex flex-col gap-1 text-body">
      {betCount > 1 ? (
        <Row label={`Total stake, ${betCount} bets`}>
          {totals.stakeCents === null ? '–' : formatCents(totals.stakeCents)}
        </Row>
      ) : (
        <Row label={mode === 'parlay' ? `Odds, ${lines.length} legs` : 'Odds'}>{oddsText(view)}</Row>
      )}
      <PolicySelect />
      <PotentialWin label="Potential win" cents={wouldReturn(view)} />
    </div>
  )
}

/** The summary on one line. */
export function CompactBetSummary({ view, betCount }: BetSummaryProps) {
  const bet = betCount > 1 ? `${betCount} bets` : `Odds ${oddsText(view)}`
  return <PotentialWin label={`${bet} · Potential win`} cents={wouldReturn(view)} />
}

/** False while a price is gone or has yet to be accepted: the odds of the bet are not known then. */
const isPriced = ({ lines }: SlipView): boolean => lines.every((line) => line.isValid)

const wouldReturn = (view: SlipView): number | null => (isPriced(view) ? view.totals.returnCents : null)

const oddsText = (view: SlipView): string =>
  view.totals.odds !== null && isPriced(view) ? formatOdds(view.totals.odds) : '–'

function Row({ label, children }: { label: string; children: string }) {
  return (
    <p className="flex items-baseline justify-between gap-3">
      <span className="text-muted">{label}</span>
      {/* A new text is a new element: right-aligned text that grows would count as a layout shift. */}
      <span key={children} className="font-semibold">
        {children}
      </span>
    </p>
  )
}

function PotentialWin({ label, cents }: { label: string; cents: number | null }) {
  return (
    <p className="flex items-baseline justify-between gap-3 text-body">
      <span className="text-muted">{label}</span>
      <span key={cents} className={clsx('font-semibold text-[1.125rem] leading-6', cents === null && 'text-muted')}>
        {cents === null ? '–' : formatCents(cents)}
      </span>
    </p>
  )
}
