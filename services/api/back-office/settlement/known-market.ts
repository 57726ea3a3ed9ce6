// Whether an event has, or had, a market: what is decided by hand about a key that nobody was ever offered is a slip of the pen.
import { type CommonQueryMethods, sql } from 'slonik'
import { z } from 'zod'

const Known = z.object({ known: z.boolean() })

/**
 * It has a price, or is suspended; or had one, of which the history has each for thirty days and longer those that were bet on; or
 * somebody has bet on it, whatever became of its prices.
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
