// Games whose end was changed after bets had been settled by it.
import { type CommonQueryMethods, sql } from 'slonik'
import { z } from 'zod'

/** `number`: ledger number of the last settlement that it changed. */
export const CorrectedRow = z.object({
  fixture: z.string(),
  version: z.number(),
  bets: z.number(),
  reopened: z.number(),
  beforeCents: z.number(),
  afterCents: z.number(),
  number: z.number(),
})
export type CorrectedRow = z.infer<typeof CorrectedRow>

/** The newest first; `before`: only those before this ledger number. */
export const correctedResults = (
  db: CommonQueryMethods,
  before: number | null,
  limit: number,
): Promise<readonly CorrectedRow[]> =>
  db.any(sql.prepared('corrected results', CorrectedRow)`
    select fixture_id as fixture, version, bets, reopened, returned_before_cents as "beforeCents",
      returned_after_cents as "afterCents", number
    from app.corrected_result where number < ${String(before ?? Number.MAX_SAFE_INTEGER)}::bigint
    order by number desc limit ${limit}`)
