// The recorded prices of one outcome. A row is written whenever a price changes, moves to another bookmaker, or is
// taken down.
import { sql } from 'slonik'
import { z } from 'zod'
import type { PriceHistory } from '#services/contract/contract.ts'
import type { Selection } from '#services/odds/port.ts'
import type { Queries } from '#services/platform/database/queries.ts'

/** As many as a chart can show. */
const PRICES_MAX = 500

const Row = z.object({ at: z.date(), odds: z.string().nullable() })

/** The newest recorded prices, in chronological order. */
export async function priceHistory(db: Queries, selection: Selection): Promise<PriceHistory> {
  const rows = await db.any(sql.type(Row)`
    select fetched_at as at, odds from app.quote_history
    where fixture_id = ${selection.fixture} and market = ${selection.market} and point = ${selection.point ?? ''}
      and selection = ${selection.selection}
    order by id desc limit ${PRICES_MAX + 1}`)
  const prices = rows
    .slice(0, PRICES_MAX)
    .toReversed()
    .map(({ at, odds }) => ({ at: at.toISOString(), odds }))
  return { prices, truncated: rows.length > PRICES_MAX }
}
