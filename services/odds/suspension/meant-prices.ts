// The last prices of each market that could be meant. Extreme moves are measured from them, even if the market was down
// or missing in between.
import type pg from 'pg'
import { retryAfterDeadlock } from '#services/platform/database/deadlock.ts'
import type { PricedSelection } from '../quotes/market-prices.ts'

export type MeantPrice = Pick<PricedSelection, 'market' | 'point' | 'selection' | 'odds'> & {
  readonly fixture: string
}

export type MeantPrices = {
  meantPrices(fixtures: readonly string[]): Promise<MeantPrice[]>
  /** Lines that a market no longer has keep their last prices. Those of a later reply are never overwritten. */
  noteMeant(prices: readonly MeantPrice[], at: Date): Promise<void>
}

const NOTE_MEANT = `
insert into app.meant_prices as m (fixture_id, market, prices, noted_at)
select fixture_id, market, jsonb_object_agg(key, odds), $5
from unnest($1::text[], $2::text[], $3::text[], $4::text[]) as t(fixture_id, market, key, odds)
group by 1, 2 order by 1, 2
on conflict (fixture_id, market) do update set prices = m.prices || excluded.prices, noted_at = excluded.noted_at
where m.noted_at < excluded.noted_at and m.prices is distinct from m.prices || excluded.prices`

export const createMeantPrices = (pool: pg.Pool): MeantPrices => ({
  async meantPrices(fixtures) {
    const { rows } = await pool.query<{ fixture: string; market: string; key: string; odds: string }>({
      name: 'meant prices',
      text: `select fixture_id as fixture, market, key, value as odds
        from app.meant_prices, jsonb_each_text(prices) where fixture_id = any($1)`,
      values: [fixtures],
    })
    return rows.map(({ fixture, market, key, odds }) => {
      const [selection = '', point = ''] = key.split(' ')
      return { fixture, market, selection, point, odds }
    })
  },

  async noteMeant(prices, at) {
    if (prices.length === 0) return
    const values = [
      prices.map(({ fixture }) => fixture),
      prices.map(({ market }) => market),
      prices.map(({ selection, point }) => `${selection} ${point}`),
      prices.map(({ odds }) => odds),
      at,
    ]
    await retryAfterDeadlock(() => pool.query({ name: 'note meant prices', text: NOTE_MEANT, values }))
  },
})
