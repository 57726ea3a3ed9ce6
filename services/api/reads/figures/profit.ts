// The house's profit, as the API shows it.

import { businessDay } from '#domain/calendar/business-day.ts'
import { eurosOf } from '#domain/money.ts'
import { type DaySums, everBetOn, profitBefore, sumsBy } from '#projections/book/queries.ts'
import type { Profit, ProfitQuery } from '#services/contract/contract.ts'
import type { Queries } from '#services/platform/database/queries.ts'

const NOTHING: DaySums = { placed: 0, stakedCents: 0, settled: 0, stakesCents: 0, returnsCents: 0 }

export async function readProfit(db: Queries, query: ProfitQuery, now: Date): Promise<Profit> {
  const { by, from } = query
  const [rows, before, known] = await Promise.all([
    sumsBy(db, by, query),
    from === undefined ? 0 : profitBefore(db, from, query),
    everBetOn(db),
  ])
  const shown = rows.map(({ key, ...sums }) => ({ key, ...shownSums(sums) }))
  return {
    rows: by === 'day' ? shown : shown.toSorted((a, b) => b.profit - a.profit),
    total: shownSums(rows.reduce(added, NOTHING)),
    before: eurosOf(before),
    ...known,
    today: businessDay(now.toISOString()),
  }
}

const added = (a: DaySums, b: DaySums): DaySums => ({
  placed: a.placed + b.placed,
  stakedCents: a.stakedCents + b.stakedCents,
  settled: a.settled + b.settled,
  stakesCents: a.stakesCents + b.stakesCents,
  returnsCents: a.returnsCents + b.returnsCents,
})

const shownSums = ({ placed, stakedCents, settled, stakesCents, returnsCents }: DaySums) => ({
  placed,
  staked: eurosOf(stakedCents),
  settled,
  stakes: eurosOf(stakesCents),
  returns: eurosOf(returnsCents),
  profit: eurosOf(stakesCents - returnsCents),
})
