// Deletes old messages and quotes of the provider that no bet names. It reads them by age, page by page, and checks for
// each page what the ledger names, without reading every bet.
import type pg from 'pg'
import { evidenceCompleteUpTo } from '#projections/evidence/complete.ts'
import { DAY } from '#services/platform/clock/durations.ts'

/** Business time. */
const UNNAMED_MS = 30 * DAY
/** When a bet or a result is recorded, the price or read that it names is at most this old. */
const NAMED_WITHIN_MS = 3 * DAY
const PAGE_SIZE = 5_000

/** `pages`: SQL for one page after ($1, $2), of rows older than $3. `first`: sorts before every key. */
type Prunable = { readonly table: string; readonly first: string; readonly pages: string }

/**
 * What is kept: whatever the ledger names about a fixture that was bet on, that is prices that bets were struck at, and
 * the reads of its result.
 */
const isNamed = (message: string) => `(
    exists (select from app.evidence e where (e.fixture_id, e.message) = (p.fixture_id, ${message}))
    and exists (select from app.evidence e where e.fixture_id = p.fixture_id and e.kind = 'quote'))`
const PAGE = `
select at, key::text as key,
  (select count(*)::int from gone) as gone, (select count(*)::int from page) as found
from page order by at desc, key desc limit 1`

/** A table by age: its key after the time, and the message's hash in a row. */
const pageOf = (table: string, key: string, message: string) => `
with page as materialized (
  select ${key} as key, ${message} as message, fixture_id, fetched_at as at from ${table}
  where (fetched_at, ${key}) > ($1, $2) and fetched_at < $3
  order by fetched_at, ${key} limit ${PAGE_SIZE}
)`

/** Prices of the history are deleted with their message: an audit compares each with what the provider said. */
const OLD_MESSAGES = `${pageOf('app.provider_message', 'hash', 'hash')}, message as (
  delete from app.provider_message m using page p
  where (m.hash, m.fixture_id) = (p.message, p.fixture_id) and not ${isNamed('p.message')}
  returning m.hash, m.fixture_id
), price as (
  delete from app.quote_history h using message m where (h.message_hash, h.fixture_id) = (m.hash, m.fixture_id)
  returning 1
), gone as (
  select 1 from message union all select 1 from price
)${PAGE}`

const OLD_PRICES = `${pageOf('app.quote_history', 'id', 'message_hash')}, gone as (
  delete from app.quote_history h using page p where h.id = p.key and not ${isNamed('p.message')}
  returning 1
)${PAGE}`

/** Prices that no poll removed because their game was over: by the game's start. */
const LAST_QUOTES = `
with page as materialized (
  select fixture_id as key, fixture_id, starts_at as at from app.fixture
  where (starts_at, fixture_id) > ($1, $2) and starts_at < $3
  order by starts_at, fixture_id limit ${PAGE_SIZE}
), gone as (
  delete from app.quote q using page p
  where q.fixture_id = p.fixture_id and q.fetched_at < $3 and not ${isNamed('q.message_hash')}
  returning 1
)${PAGE}`

const PRUNABLE: readonly Prunable[] = [
  { table: 'app.provider_message', first: '', pages: OLD_MESSAGES },
  { table: 'app.quote_history', first: '0', pages: OLD_PRICES },
  { table: 'app.quote', first: '', pages: LAST_QUOTES },
]

type Page = { readonly at: Date; readonly key: string; readonly gone: number; readonly found: number }

/** Where the last prune of this process ended, so that what was kept is not looked at again. */
type Place = { readonly prunable: Prunable; at: Date | string; key: string }

/** Returns how many rows it deleted. */
export function createPruner(pool: pg.Pool): (now: Date) => Promise<number> {
  const places = PRUNABLE.map((prunable): Place => ({ prunable, at: '-infinity', key: prunable.first }))

  async function prune(place: Place, before: Date): Promise<number> {
    const name = `prune ${place.prunable.table}`
    for (let deleted = 0; ; ) {
      const values = [place.at, place.key, before]
      const { rows } = await pool.query<Page>({ name, text: place.prunable.pages, values })
      const [page] = rows
      if (page === undefined) return deleted
      place.at = page.at
      place.key = page.key
      deleted += page.gone
      if (page.found < PAGE_SIZE) return deleted
    }
  }

  return async (now) => {
    const complete = await evidenceCompleteUpTo(pool)
    if (complete === null) return 0
    const before = new Date(Math.min(now.getTime() - UNNAMED_MS, complete.getTime() - NAMED_WITHIN_MS))
    let deleted = 0
    for (const place of places) deleted += await prune(place, before)
    return deleted
  }
}
