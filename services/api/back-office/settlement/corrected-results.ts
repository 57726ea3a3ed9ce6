// Games whose result was changed after bets had been settled by it.
import { fixtureStream } from '#domain/fixture/events.ts'
import { eurosOf } from '#domain/money.ts'
import { trailRowsOf } from '#projections/audit/queries.ts'
import { type CorrectedRow, correctedResults as correctedRows } from '#projections/corrected/queries.ts'
import { eventRef } from '#projections/event.ts'
import type { CorrectedResults } from '#services/contract/contract.ts'
import type { Queries } from '#services/platform/database/queries.ts'
import { decisionLines } from './decision-lines.ts'

const PAGE = 20

const causeOf = ({ fixture, version }: CorrectedRow): string => eventRef({ stream: fixtureStream(fixture), version })

/** `before`: where the previous page ended. */
export async function correctedResults(db: Queries, before: number | undefined): Promise<CorrectedResults> {
  const found = await correctedRows(db, before ?? null, PAGE + 1)
  const shown = found.slice(0, PAGE)
  const rows = await trailRowsOf(db, { refs: shown.map(causeOf) })
  const lines = await decisionLines(db, rows)
  const lineOf = new Map(rows.map((row, at) => [eventRef(row), lines[at]]))
  return {
    corrected: shown.flatMap((one) => {
      // the audit trail may be a moment behind
      const line = lineOf.get(causeOf(one))
      if (line === undefined) return []
      const { bets, reopened, beforeCents, afterCents } = one
      return [{ ...line, bets, reopened, returnedBefore: eurosOf(beforeCents), returnedAfter: eurosOf(afterCents) }]
    }),
    older: found.length > PAGE ? (shown.at(-1)?.number ?? null) : null,
  }
}
