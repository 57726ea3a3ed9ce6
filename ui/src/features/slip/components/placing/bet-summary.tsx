import type { ReactNode } from 'react'
import { formatCents } from '#ui/lib/money.ts'
import type { SlipView } from '../../model/slip-view.ts'
import { PolicySelect } from './policy-select.tsx'

type BetSummaryProps = { view: SlipView; betCount: number }

/** Odds or total stake, accepted odds changes, potential win. */
export function BetSummary({ view: { totals, lines, mode }, betCount }: BetSummaryProps) {
  return (
    <div className="flex flex-col gap-1.5 text-body">
      {betCount > 1 ? (
        <Row label={`Total stake, ${betCount} bets`}>
          {totals.stakeCents === null ? '–' : formatCents(totals.stakeCents)}
        </Row>
      ) : (
        <Row label={mode === 'parlay' ? `Odds, ${lines.length} legs` : 'Odds'}>{totals.odds ?? '–'}</Row>
      )}
      <PolicySelect />
      <PotentialWin label="Potential win" cents={totals.returnCents} />
    </div>
  )
}

/** The same on one line. */
export function CompactBetSummary({ view: { totals }, betCount }: BetSummaryProps) {
  const bet = betCount > 1 ? `${betCount} bets` : `Odds ${totals.odds ?? '–'}`
  return <PotentialWin label={`${bet} · Potential win`} cents={totals.returnCents} />
}

function Row({ label, children }: { label: string; children: ReactNode }) {
  return (
    <p className="flex items-baseline justify-between gap-3">
      <span className="text-muted">{label}</span>
      <span className="font-semibold">{children}</span>
    </p>
  )
}

function PotentialWin({ label, cents }: { label: string; cents: number | null }) {
  return (
    <p className="flex items-baseline justify-between gap-3 text-body">
      <span className="text-muted">{label}</span>
      <span className="font-semibold text-[1.125rem] text-accent leading-6">
        {cents === null ? '–' : formatCents(cents)}
      </span>
    </p>
  )
}
