// What admins decided about results and bets today, by whom and why.
import { periodsAt } from '#domain/calendar/periods.ts'
import { askedBefore, countCausedBy, decisionRows } from '#projections/audit/decisions.ts'
import { rangeOf, type TrailRow, trailRowsOf } from '#projections/audit/queries.ts'
import { eventRef } from '#projections/event.ts'
import type { DoneToday } from '#services/contract/contract.ts'
import { COUNTED_MAX } from '#services/contract/trail/counted.ts'
import type { Queries } from '#services/platform/database/queries.ts'
import { readKnown } from '../../reads/trail/known.ts'
import type { Services } from '../../services.ts'
import { decisionLines } from './decision-lines.ts'

const PAGE = 20

/** `before`: the ledger number that the previous page ended with. */
export async function doneToday(
  { queries, clock }: Pick<Services, 'queries' | 'clock'>,
  before: number | undefined,
): Promise<DoneToday> {
  const since = periodsAt(clock.businessNow().toISOString()).day.from
  const { from, to } = await rangeOf(queries, { since, until: null })
  const range = { from, to: before === undefined ? to : Math.min(to, before - 1) }
  const found = await decisionRows(queries, since, range, PAGE + 1)
  const rows = found.slice(0, PAGE)
  const [lines, askers, bets] = await Promise.all([
    decisionLines(queries, rows),
    askersOf(queries, rows),
    countCausedBy(queries, rows.map(eventRef), COUNTED_MAX),
  ])
  return {
    done: lines.map((line, at) => ({
      ...line,
      askedBy: askers[at]?.name ?? null,
      askedReason: askers[at]?.reason ?? null,
      bets: line.bet === null ? (bets.get(eventRef(rows[at]!)) ?? 0) : null,
    })),
    older: found.length > PAGE ? (rows.at(-1)?.number ?? null) : null,
  }
}

/**
 * For approved decisions, who asked for them and why. The approval precedes the decision on its stream, with the same
 * command id.
 */
async function askersOf(
  db: Queries,
  rows: readonly TrailRow[],
): Promise<(null | { readonly name: string | null; readonly reason: string | null })[]> {
  const befores = rows.map(({ stream, version }) => eventRef({ stream, version: version - 1 }))
  const approvals = (await trailRowsOf(db, { refs: befores })).filter(({ type }) => type === 'SettlementApproved')
  const asked = await askedBefore(db, approvals)
  const asks = [...asked.values()]
  const [{ name }, lines] = await Promise.all([readKnown(db, approvals), decisionLines(db, asks)])
  const reasonOf = new Map(asks.map((row, at) => [eventRef(row), lines[at]!.reason]))
  const approvalOf = new Map(approvals.map((row) => [eventRef(row), row]))
  return rows.map(({ command }, at) => {
    const approval = approvalOf.get(befores[at]!)
    if (approval?.command !== command || approval.counterparty === null) return null
    const ask = asked.get(eventRef(approval))
    return { name: name(approval.counterparty), reason: (ask && reasonOf.get(eventRef(ask))) ?? null }
  })
}
