// What the house offers.
import { type CommonQueryMethods, sql } from 'slonik'
import { z } from 'zod'

/** `gamesOfTheDay`: ids in order, `savedAt`: when they were saved; both null if no list was ever saved. */
export const OfferRow = z.object({
  blacklisted: z.array(z.string()),
  gamesOfTheDay: z.array(z.string()).nullable(),
  savedAt: z.date().nullable(),
})
export type OfferRow = z.infer<typeof OfferRow>

export const currentOffer = (db: CommonQueryMethods): Promise<OfferRow> =>
  db.one(sql.prepared('current offer', OfferRow)`
    select
      array(select league from app.blacklisted_league order by league) as blacklisted,
      case when s.saved_at is not null
        then array(select fixture_id from app.game_of_the_day order by place) end as "gamesOfTheDay",
      s.saved_at as "savedAt"
    from (values (true)) v (one) left join app.games_of_the_day_save s using (one)`)
