// An account's statement, as the API shows it.
import { eurosOf, formatCents } from '#domain/money.ts'
import { type BetRow, betsById } from '#projections/bets/queries.ts'
import { statementOf } from '#projections/statement/queries.ts'
import type { Statement, StatementLine, StatementQuery } from '#services/contract/contract.ts'
import type { Queries } from '#services/platform/database/queries.ts'
import { parlayName } from '../shown-bet.ts'

export async function readStatement(db: Queries, account: string, query: StatementQuery): Promise<Statement> {
  const { before, kind = null, since = null, until = null, limit } = query
  const found = await statementOf(db, account, { before: statementKey(before), kind, since, until, limit: limit + 1 })
  const page = found.slice(0, limit)
  const bets = new Map((await betsOf(db, page)).map((row) => [row.bet, row]))
  const lines = page.map((row): StatementLine => {
    const bet = row.bet === null ? undefined : bets.get(row.bet)
    return {
      id: `${row.number}.${row.line}`,
      number: row.number,
      at: row.at.toISOString(),
      kind: row.kind,
      bet: bet === undefined ? null : shownBet(bet),
      amount: eurosOf(row.amountCents),
      balance: formatCents(row.balanceCents),
    }
  })
  return { lines, next: found.length > limit ? (lines.at(-1)?.id ?? null) : null }
}

/** The line that a page's id names; null for the first page. */
export function statementKey(before: string | undefined): { number: number; line: number } | null {
  const [number, line] = before?.split('.').map(Number) ?? []
  return number === undefined || line === undefined ? null : { number, line }
}

async function betsOf(db: Queries, rows: readonly { readonly bet: string | null }[]): Promise<readonly BetRow[]> {
  const ids = new Set(rows.flatMap(({ bet }) => bet ?? []))
  return ids.size === 0 ? [] : betsById(db, [...ids])
}

const shownBet = ({ bet, legs, odds }: BetRow) => ({
  id: bet,
  name: legs.length === 1 ? legs[0]!.selectionName : parlayName(legs),
  odds: Number(odds),
})
