// Prices, scores and the provider's messages in Postgres. Many rows in one statement; the boards are told afterwards.
import type pg from 'pg'
import type { ScoreState } from '../results/results.ts'
import type { Message, PricedSelection } from './prices.ts'

/** Channel of `{fixtures: [ids]}` for what was written here. */
export const QUOTES_CHANNEL = 'fairbook_quotes'
/** Below Postgres' limit of 8,000 bytes for a payload. */
const IDS_IN_A_NOTICE = 200

export type PricedFixture = {
  readonly fixture: string
  readonly bookmaker: { readonly key: string; readonly title: string } | null
  readonly prices: readonly PricedSelection[]
  readonly message: Message
}
export type OddsWrite = {
  /** Business time at which the provider was asked. */
  readonly fetchedAt: Date
  readonly priced: readonly PricedFixture[]
  /** The whole league was asked for: its other fixtures are not priced any more. Null for a part of a league. */
  readonly wholeLeague: string | null
}
export type Bookmaker = { readonly key: string; readonly title: string }
export type ScoreWrite = { readonly fixture: string; readonly state: ScoreState; readonly message: Message }

export type QuoteStore = {
  /** The bookmakers that these fixtures are priced by. */
  pinned(fixtures: readonly string[]): Promise<Map<string, Bookmaker>>
  /** Pins where nothing is pinned; gives back what holds now: the first to pin decides. */
  pin(choices: ReadonlyMap<string, Bookmaker>): Promise<Map<string, Bookmaker>>
  /** Pins another one, where the old one has had no price since an instant. */
  repin(fixture: string, bookmaker: Bookmaker, silentSince: Date): Promise<boolean>
  /** Writes prices and takes off the board what is not there any more. A later fetch is never overwritten. Returns the fixtures touched. */
  writeOdds(write: OddsWrite): Promise<string[]>
  scores(fixtures: readonly string[]): Promise<Map<string, ScoreState>>
  writeScores(writes: readonly ScoreWrite[]): Promise<void>
  /** Tells every board that these fixtures changed. */
  notify(fixtures: readonly string[]): Promise<void>
  /** Claims a poll that was last made before `before`: true for one caller alone. */
  claimPoll(league: string, kind: string, now: Date, before: Date): Promise<boolean>
  /** When each league was last asked for what, by 'league/kind'. */
  lastPolls(): Promise<Map<string, Date>>
}

const WRITE_ODDS = `
with incoming as (
  select * from unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::text[], $6::text[], $7::text[], $8::timestamptz[], $9::text[])
    as t(fixture_id, market, point, selection, selection_name, odds, bookmaker, quoted_at, message_hash)
), messages as (
  insert into app.provider_message (hash, fixture_id, kind, fetched_at, body)
  select hash, fixture_id, 'odds', $10, body from unnest($11::text[], $12::text[], $13::text[]) as m(hash, fixture_id, body)
  on conflict do nothing
), scope as (
  select fixture_id from unnest($12::text[]) as asked(fixture_id)
  union select fixture_id from app.fixture where league = $14
), before as (
  select q.* from app.quote q join scope using (fixture_id)
), written as (
  insert into app.quote as q (fixture_id, market, point, selection, selection_name, odds, bookmaker, quoted_at, fetched_at, message_hash)
  select fixture_id, market, point, selection, selection_name, odds, bookmaker, quoted_at, $10, message_hash from incoming
  order by fixture_id, market, point, selection
  on conflict (fixture_id, market, point, selection) do update set
    selection_name = excluded.selection_name, odds = excluded.odds, bookmaker = excluded.bookmaker,
    quoted_at = excluded.quoted_at, fetched_at = excluded.fetched_at, message_hash = excluded.message_hash
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

const WRITE_SCORES = `
with incoming as (
  select * from unnest(
    $1::text[], $2::integer[], $3::integer[], $4::boolean[], $5::timestamptz[], $6::timestamptz[], $7::timestamptz[],
    $8::timestamptz[], $9::text[], $10::timestamptz[], $11::text[], $12::text[])
    as t(fixture_id, home, away, completed, last_update, changed_at, first_completed_at,
      first_read_at, first_read_hash, read_at, message_hash, body)
), messages as (
  insert into app.provider_message (hash, fixture_id, kind, fetched_at, body)
  select message_hash, fixture_id, 'score', read_at, body from incoming
  on conflict do nothing
)
insert into app.score as s (fixture_id, home, away, completed, last_update, changed_at, first_completed_at,
  first_read_at, first_read_hash, read_at, message_hash)
select fixture_id, home, away, completed, last_update, changed_at, first_completed_at,
  first_read_at, first_read_hash, read_at, message_hash
from incoming order by fixture_id
on conflict (fixture_id) do update set
  home = excluded.home, away = excluded.away, completed = excluded.completed, last_update = excluded.last_update,
  changed_at = excluded.changed_at, first_completed_at = excluded.first_completed_at,
  first_read_at = excluded.first_read_at, first_read_hash = excluded.first_read_hash,
  read_at = excluded.read_at, message_hash = excluded.message_hash
where s.read_at < excluded.read_at`

const CLAIM_POLL = `
insert into app.poll as p (league, kind, polled_at) values ($1, $2, $3)
on conflict (league, kind) do update set polled_at = excluded.polled_at where p.polled_at <= $4`

type ScoreRow = {
  fixture_id: string
  home: number | null
  away: number | null
  completed: boolean
  last_update: Date | null
  changed_at: Date
  first_completed_at: Date | null
  first_read_at: Date | null
  first_read_hash: string | null
  read_at: Date
  message_hash: string
}

export function createQuoteStore(pool: pg.Pool): QuoteStore {
  const pinned = async (fixtures: readonly string[]): Promise<Map<string, Bookmaker>> => {
    if (fixtures.length === 0) return new Map()
    const { rows } = await pool.query<{ fixture_id: string; bookmaker: string; title: string }>({
      name: 'pinned bookmakers',
      text: 'select fixture_id, bookmaker, title from app.pinned_bookmaker where fixture_id = any($1)',
      values: [fixtures],
    })
    return new Map(rows.map(({ fixture_id, bookmaker, title }) => [fixture_id, { key: bookmaker, title }]))
  }

  return {
    pinned,

    async pin(choices) {
      if (choices.size === 0) return new Map()
      const fixtures = [...choices.keys()]
      await pool.query(
        `insert into app.pinned_bookmaker (fixture_id, bookmaker, title)
         select * from unnest($1::text[], $2::text[], $3::text[]) on conflict do nothing`,
        [fixtures, fixtures.map((id) => choices.get(id)!.key), fixtures.map((id) => choices.get(id)!.title)],
      )
      return pinned(fixtures)
    },

    async repin(fixture, { key, title }, silentSince) {
      const { rowCount } = await pool.query(
        `update app.pinned_bookmaker set bookmaker = $2, title = $3
         where fixture_id = $1
           and not exists (select from app.quote where fixture_id = $1 and fetched_at > $4)
           and not exists (select from app.quote_history where fixture_id = $1 and fetched_at > $4)`,
        [fixture, key, title, silentSince],
      )
      return rowCount === 1
    },

    async writeOdds({ fetchedAt, priced, wholeLeague }) {
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
      ]
      const { rows: touched } = await retryAfterDeadlock(() =>
        pool.query<{ fixture_id: string }>({ name: 'write odds', text: WRITE_ODDS, values }),
      )
      return touched.map(({ fixture_id }) => fixture_id)
    },

    async scores(fixtures) {
      const { rows } = await pool.query<ScoreRow>({
        name: 'scores of fixtures',
        text: 'select * from app.score where fixture_id = any($1)',
        values: [fixtures],
      })
      return new Map(rows.map((row) => [row.fixture_id, scoreState(row)]))
    },

    async writeScores(writes) {
      if (writes.length === 0) return
      const column = <T>(of: (write: ScoreWrite) => T): T[] => writes.map(of)
      const values = [
        column(({ fixture }) => fixture),
        column(({ state }) => state.home),
        column(({ state }) => state.away),
        column(({ state }) => state.completed),
        column(({ state }) => state.lastUpdate),
        column(({ state }) => state.changedAt),
        column(({ state }) => state.firstCompletedAt),
        column(({ state }) => state.candidate?.readAt ?? null),
        column(({ state }) => state.candidate?.message ?? null),
        column(({ state }) => state.readAt),
        column(({ message }) => message.hash),
        column(({ message }) => message.body),
      ]
      await retryAfterDeadlock(() => pool.query({ name: 'write scores', text: WRITE_SCORES, values }))
    },

    async notify(fixtures) {
      for (let from = 0; from < fixtures.length; from += IDS_IN_A_NOTICE) {
        const payload = JSON.stringify({ fixtures: fixtures.slice(from, from + IDS_IN_A_NOTICE) })
        await pool.query('select pg_notify($1, $2)', [QUOTES_CHANNEL, payload])
      }
    },

    async claimPoll(league, kind, now, before) {
      const { rowCount } = await pool.query({
        name: 'claim poll',
        text: CLAIM_POLL,
        values: [league, kind, now, before],
      })
      return rowCount === 1
    },

    async lastPolls() {
      const { rows } = await pool.query<{ league: string; kind: string; polled_at: Date }>('select * from app.poll')
      return new Map(rows.map(({ league, kind, polled_at }) => [`${league}/${kind}`, polled_at]))
    },
  }
}

const scoreState = (row: ScoreRow): ScoreState => ({
  home: row.home,
  away: row.away,
  completed: row.completed,
  lastUpdate: row.last_update,
  readAt: row.read_at,
  message: row.message_hash,
  changedAt: row.changed_at,
  firstCompletedAt: row.first_completed_at,
  candidate:
    row.first_read_at !== null && row.first_read_hash !== null
      ? { readAt: row.first_read_at, message: row.first_read_hash }
      : null,
})

const DEADLOCK = '40P01'

/** Two processes that write the same fixtures at once may catch each other out; the second attempt is alone. */
async function retryAfterDeadlock<T>(write: () => Promise<T>): Promise<T> {
  try {
    return await write()
  } catch (error) {
    if ((error as { code?: unknown }).code !== DEADLOCK) throw error
    return write()
  }
}
