import { eurosOf } from '#domain/money.ts'
import type { Bet } from '#services/contract/contract.ts'
import { Money } from '#ui/components/money.tsx'
import { Button } from '#ui/components/ui/button.tsx'
import { messages } from '#ui/lib/messages.ts'
import { toCents } from '#ui/lib/money.ts'
import { formatDayTime } from '#ui/lib/time/format.ts'
import { lostCents } from '../model/settlement-text.ts'
import type { Unseen } from '../model/use-unseen.ts'

type SinceLastVisitProps = { unseen: Unseen; onShow: () => void }

/** The bets settled, voided and settled again since My Bets was last opened. */
export function SinceLastVisit({ unseen: { bets, more, since }, onShow }: SinceLastVisitProps) {
  return (
    <section
      aria-labelledby="since-heading"
      className="mb-3 flex flex-wrap items-center justify-between gap-x-6 gap-y-2 rounded-card border border-border bg-surface px-4 py-3"
    >
      <div className="min-w-32">
        <h2 id="since-heading" className="font-semibold text-second">
          Since your last visit
        </h2>
        <p className="text-muted text-second">{formatDayTime(since)}</p>
      </div>
      <dl className="flex flex-wrap gap-x-8 gap-y-2 max-sm:order-last max-sm:basis-full sm:flex-1">
        {groupsOf(bets).map(({ label, count, cents, isLoss }) => (
          <div key={label}>
            <dt className="text-muted text-second">
              {label} {count}
              {more && '+'}
            </dt>
            <dd className="font-semibold text-second">
              <Money amount={eurosOf(cents)} signed={!isLoss} className={isLoss ? 'text-muted' : 'text-accent'} />
              {isLoss && <span className="font-normal text-muted"> staked</span>}
            </dd>
          </div>
        ))}
      </dl>
      <Button size="sm" onClick={onShow}>
        Show {bets.length}
        {more && '+'}
      </Button>
    </section>
  )
}

type Group = { label: string; count: number; cents: number; isLoss: boolean }

/** Won, refunded and lost bets, and those settled again, with their amounts. */
function groupsOf(bets: Bet[]): Group[] {
  const first = bets.filter((bet) => !bet.resettled)
  const groups = (['won', 'refunded', 'lost'] as const).map((status): Group => {
    const those = first.filter((bet) => bet.status === status)
    const cents = those.map((bet) => (status === 'lost' ? lostCents(bet) : toCents(bet.potential_win)))
    return { label: messages.bets.status[status], count: those.length, cents: sum(cents), isLoss: status === 'lost' }
  })
  const again = bets.filter((bet) => bet.resettled)
  const cents = sum(again.map((bet) => toCents(bet.potential_win)))
  return [...groups, { label: 'Settled again', count: again.length, cents, isLoss: false }].filter(
    ({ count }) => count > 0,
  )
}

const sum = (cents: number[]): number => cents.reduce((total, one) => total + one, 0)
