// Whether an event has, or had, a market. A decision by hand about a market that nobody was ever offered is taken for a
// typo.
import { type CommonQueryMethods, sql } from 'slonik'
import { z } from 'zod'

const Known = z.object({ known: z.boolean() })

/**
 * True if the market has a price or is suspended, had a price (the history keeps them for thirty days, and longer if
 * they were bet on), or was bet on, whatever became of its prices.
 */
export const isMarketOf = (db: CommonQueryMethods, fixture: string, market: string): Promise<boolean> =>
  db.oneFirst(sql.type(Known)`
    select exists (select from app.quote where fixture_id = ${fixture} and market = ${market})
      or exists (select from app.suspended_market where fixture_id = ${fixture} and market = ${market})
      or exists (select from app.quote_history where fixture_id = ${fixture} and market = ${market})
      or exists (
        select from app.bet b cross join lateral json_array_elements(b.legs) leg
        where string_to_array(b.topics, ' ') && ${sql.array([fixture], 'text')}
          and leg->>'fixture' = ${fixture} and leg->>'market' = ${market}
      ) as known`)
