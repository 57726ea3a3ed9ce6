// What an account's won and lost bets came to. As in the statistics, refunded bets count as if never placed.
import { eurosOf } from '#domain/money.ts'
import { type ShareRow, sharesOf } from '#projections/bets/shares.ts'
import type { Performance } from '#services/contract/contract.ts'
import { familyOf } from '#services/odds/catalog/catalog.ts'
import type { Queries } from '#services/platform/database/queries.ts'

const SEVERAL = 'several'

export async function performanceOf(db: Queries, account: string): Promise<Performance> {
  const rows = await sharesOf(db, account)
  const [days, sports, markets] = [keyedBy(rows, 'day'), keyedBy(rows, 'sports'), keyedBy(rows, 'market')]
  const bySport = Map.groupBy(sports, ({ key }) => (key.includes(' ') ? SEVERAL : familyOf(key)))
  return {
    days: days.toSorted((a, b) => a.key.localeCompare(b.key)).map((row) => ({ day: row.key, ...shown(row) })),
    sports: [...bySport]
      .map(([sport, rows]) => ({ sport, ...shown(summed(rows)) }))
      .toSorted((a, b) => b.staked - a.staked),
    markets: markets.map((row) => ({ market: row.key, ...shown(row) })).toSorted((a, b) => b.staked - a.staked),
  }
}

type Property = 'day' | 'sports' | 'market'
type Sums = Omit<ShareRow, Property>
type Keyed = Sums & { readonly key: string }

const keyedBy = (rows: readonly ShareRow[], by: Property): Keyed[] =>
  rows.flatMap((row) => (row[by] === null ? [] : { ...row, key: row[by] }))

const shown = ({ bets, stakeCents, profitCents }: Sums) => ({
  bets,
  staked: eurosOf(stakeCents),
  profit: eurosOf(profitCents),
})

const summed = (rows: readonly Sums[]): Sums =>
  rows.reduce((sums, { bets, stakeCents, profitCents }) => ({
    bets: sums.bets + bets,
    stakeCents: sums.stakeCents + stakeCents,
    profitCents: sums.profitCents + profitCents,
  }))
