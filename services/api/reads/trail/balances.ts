// What each account held at a moment, and their total.
import { eurosOf, formatCents } from '#domain/money.ts'
import { numberAt, trailLength, trailRowsOf } from '#projections/audit/queries.ts'
import { type BalanceRow, balancesAt, totalsAt } from '#projections/balances/queries.ts'
import type { AccountBalance, Balances, BalancesQuery } from '#services/contract/contract.ts'
import { inPages } from '#services/platform/database/in-pages.ts'
import type { Queries } from '#services/platform/database/queries.ts'
import { ERASED, erasedName } from '../customers/erased-name.ts'

const PAGE_SIZE = 50
/** Rows per file. */
const BALANCES_MAX = 100_000

type Asked = Pick<BalancesQuery, 'at' | 'number' | 'name' | 'after'>
type Moment = { readonly number: number; readonly at: string }

/** The last event of the moment asked for. A ledger number beyond the last event means that one. */
async function momentOf(db: Queries, { at, number }: Asked, now: Date): Promise<Moment> {
  if (number !== undefined) {
    const reached = Math.min(number, (await trailLength(db)) - 1)
    const [row] = await trailRowsOf(db, { numbers: [reached] })
    return { number: reached, at: (row?.at ?? now).toISOString() }
  }
  const asked = at ?? now.toISOString()
  return { number: at === undefined ? (await trailLength(db)) - 1 : await numberAt(db, asked), at: asked }
}

const shown = ({ account, name, role, balanceCents, owedCents, number }: BalanceRow): AccountBalance => ({
  id: account,
  name: name ?? erasedName(account),
  role,
  balance: formatCents(balanceCents),
  owed: eurosOf(owedCents),
  number,
})

const prefixOf = (name: string | undefined): string => (name ?? '').normalize('NFKC').toLowerCase()

export async function readBalances(db: Queries, query: Asked, now: Date): Promise<Balances> {
  const moment = await momentOf(db, query, now)
  const page = { prefix: prefixOf(query.name), after: query.after ?? '', limit: PAGE_SIZE + 1, erased: ERASED }
  const [totals, rows] = await Promise.all([totalsAt(db, moment.number), balancesAt(db, moment.number, page)])
  const accounts = rows.slice(0, PAGE_SIZE)
  return {
    ...moment,
    totals: {
      treasury: eurosOf(totals.treasury),
      floats: eurosOf(totals.floats),
      wallets: eurosOf(totals.wallets),
      owed: eurosOf(totals.owed),
      transit: eurosOf(totals.transit),
      stakes: eurosOf(totals.stakes),
      houseProfit: eurosOf(totals.profit),
      grants: eurosOf(totals.grants),
      goodwill: eurosOf(totals.goodwill),
    },
    accounts: accounts.map(shown),
    next: rows.length > PAGE_SIZE ? accounts.at(-1)!.sortedBy : null,
  }
}

/** All accounts at the moment, sorted by name, for a file. */
export async function* exportedBalances(db: Queries, query: Asked, now: Date): AsyncGenerator<AccountBalance> {
  const { number } = await momentOf(db, query, now)
  const prefix = prefixOf(query.name)
  const pages = inPages<BalanceRow>(
    ({ after, limit }) => balancesAt(db, number, { prefix, after: after?.sortedBy ?? '', limit, erased: ERASED }),
    { most: BALANCES_MAX },
  )
  for await (const rows of pages) yield* rows.map(shown)
}
