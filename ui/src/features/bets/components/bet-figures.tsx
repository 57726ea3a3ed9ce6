import type { ReactNode } from 'react'
import type { Bet } from '#services/contract/contract.ts'
import { Money } from '#ui/components/money.tsx'
import { formatOdds } from '#ui/lib/odds-format.ts'

/** Stake, odds, and what the bet may return or did return. */
export function BetFigures({ bet }: { bet: Bet }) {
  const profit = bet.potential_win - bet.bet_amount
  return (
    <dl className="grid grid-cols-3 gap-3 px-4 py-3">
      <Figure label="Stake">
        <Money amount={bet.bet_amount} />
      </Figure>
      <Figure label="Odds">{formatOdds(bet.odd)}</Figure>
      {bet.status === 'pending' ? (
        <Figure label="Potential win">
          <Money amount={bet.potential_win} className="text-accent" />
        </Figure>
      ) : (
        <Figure label="Returned">
          <Money amount={bet.potential_win} />{' '}
          {profit !== 0 && (
            <span className="text-second">
              (<Money amount={profit.toFixed(2)} signed toned />)
            </span>
          )}
        </Figure>
      )}
    </dl>
  )
}

function Figure({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div>
      <dt className="text-label text-muted">{label}</dt>
      <dd className="font-semibold text-body">{children}</dd>
    </div>
  )
}
