// Writes the prices of a fetch: many rows in one statement.
import type pg from 'pg'
import { retryAfterDeadlock } from '#services/platform/database/deadlock.ts'
import { KEEP_FIRST_FETCH } from './message.ts'
import type { SealedFixture } from './priced-fixture.ts'

export type OddsWrite = {
  /** Business time of the request. */
  readonly fetchedAt: Date
  readonly priced: readonly SealedFixture[]
  /** The markets that were asked for; others keep their prices. */
  readonly markets: readonly string[]
  /** The whole league was fetched, so its other fixtures lose their prices. Null for part of a league. */
  readonly wholeLeague: string | null
}

export type QuoteWriter = {
  /**
   * Writes prices, and removes those that are gone. A later fetch is never overwritten. Returns the fixtures touched.
   */
  writeOdds(write: OddsWrite): Promise<string[]>
}

const WRITE_ODDS = `
with incoming as (
  select * from unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::text[], $6::text[], $7::text[], $8::timestamptz[], $9::text[],
      $16::boolean[], $17::text[], $18::integer[], $19::integer[], $20::integer[], $21::text[])
    as t(fixture_id, market, point, selection, selection_name, odds, bookmaker, quoted_at, message_hash,
      draw_offered, seal_feed, seal_version, seal_index, seal_size, seal_path)
), messages as (
  insert into app.provider_message (hash, fixture_id, kind, fetched_at, body)
  select hash, fixture_id, 'odds', $10, body from unnest($11::text[], $12::text[], $13::text[]) as m(hash, fixture_id, body)
  order by hash, fixture_id
  ${KEEP_FIRST_FETCH}
), scope as (
  select fixture_id from unnest($12::text[]) as requested(fixture_id)
  union select fixture_id from app.fixture where league = $14
), before as (
  select q.* from app.quote q join scope using (fixture_id) where q.market = any($15)
), written as (
  insert into app.quote as q (fixture_id, market, point, selection, selection_name, odds, bookmaker, quoted_at, fetched_at, message_hash,
    draw_offered, seal_feed, seal_version, seal_index, seal_size, seal_path)
  select fixture_id, market, point, selection, selection_name, odds, bookmaker, quoted_at, $10, message_hash,
    draw_offered, seal_feed, seal_version, seal_index, seal_size, seal_path
  from incoming
  order by fixture_id, market, point, selection
  on conflict (fixture_id, market, point, selection) do update set
    selection_name = excluded.selection_name, odds = excluded.odds, bookmaker = excluded.bookmaker,
    quoted_at = excluded.quoted_at, fetched_at = excluded.fetched_at, message_hash = excluded.message_hash,
    draw_offered = excluded.draw_offered, seal_feed = excluded.seal_feed, seal_version = excluded.seal_version,
    seal_index = excluded.seal_index, seal_size = excluded.seal_size, seal_path = excluded.seal_path
  where q.fetched_at < excluded.fetched_at
  returning q.*
), gone as (
  delete from app.quote q using before b
  where (q.fixture_id, q.market, q.point, q.selection) = (b.fixture_id, b.market, b.point, b.selection)
    and q.fetched_at < $10
    and not exists (
      select from incoming i
      where (i.fixture_id, i.market, i.point, i.selection) = (q.fixture_id, q.market, q.point, q.selection))
  returning q.*
), history as (
  insert into app.quote_history (fixture_id, market, point, selection, odds, bookmaker, quoted_at, fetched_at, message_hash)
  select w.fixture_id, w.market, w.point, w.selection, w.odds, w.bookmaker, w.quoted_at, w.fetched_at, w.message_hash
  from written w left join before b using (fixture_id, market, point, selection)
  where b.odds is distinct from w.odds or b.bookmaker is distinct from w.bookmaker
  union all
  select fixture_id, market, point, selection, null, bookmaker, quoted_at, $10, message_hash from gone
)
select fixture_id from written union select fixture_id from gone`

export const createQuoteWriter = (pool: pg.Pool): QuoteWriter => ({
  async writeOdds({ fetchedAt, priced, markets, wholeLeague }) {
    const rows = priced.flatMap(({ fixture, bookmaker, prices, message }) =>
      bookmaker === null ? [] : prices.map((price) => ({ fixture, bookmaker: bookmaker.key, price, message })),
    )
    const values = [
      rows.map(({ fixture }) => fixture),
      rows.map(({ price }) => price.market),
      rows.map(({ price }) => price.point),
      rows.map(({ price }) => price.selection),
      rows.map(({ price }) => price.name),
      rows.map(({ price }) => price.odds),
      rows.map(({ bookmaker }) => bookmaker),
      rows.map(({ price }) => price.quotedAt),
      rows.map(({ message }) => message.hash),
      fetchedAt,
      priced.map(({ message }) => message.hash),
      priced.map(({ fixture }) => fixture),
      priced.map(({ message }) => message.body),
      wholeLeague,
      markets,
      rows.map(({ price }) => price.drawOffered),
      rows.map(({ price }) => price.seal.feed),
      rows.map(({ price }) => price.seal.version),
      rows.map(({ price }) => price.seal.index),
      rows.map(({ price }) => price.seal.size),
      rows.map(({ price }) => price.seal.path),
    ]
    const { rows: touched } = await retryAfterDeadlock(() =>
      pool.query<{ fixture_id: string }>({ name: 'write odds', text: WRITE_ODDS, values }),
    )
    return touched.map(({ fixture_id }) => fixture_id)
  },
})
