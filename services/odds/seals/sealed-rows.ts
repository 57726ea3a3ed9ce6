// The stored prices that have a seal, to compare a reply with.
import type pg from 'pg'
import type { Seal } from '#domain/bet/bet-events.ts'
import type { QuoteLeaf } from '#domain/feed/quote-leaf.ts'

export type SealColumns = {
  readonly seal_feed: string | null
  readonly seal_version: number
  readonly seal_index: number
  readonly seal_size: number
  readonly seal_path: string
}

/** For prices that were never published. */
export const UNSEALED: SealColumns = { seal_feed: null, seal_version: 0, seal_index: 0, seal_size: 0, seal_path: '' }

/** A price in app.quote. */
export type QuoteColumns = SealColumns & {
  readonly market: string
  readonly point: string
  readonly selection: string
  readonly selection_name: string
  readonly draw_offered: boolean
  readonly odds: string
  readonly bookmaker: string
  readonly quoted_at: Date
  readonly message_hash: string
}

type Row = QuoteColumns & { readonly fixture: string; readonly league: string | null }

const ROWS = `
select f.fixture_id as fixture, f.league, q.market, q.point, q.selection, q.selection_name, q.draw_offered, q.odds,
  q.bookmaker, q.quoted_at, q.message_hash, q.seal_feed, q.seal_version, q.seal_index, q.seal_size, q.seal_path
from app.fixture f left join app.quote q on q.fixture_id = f.fixture_id and q.seal_feed is not null
where f.fixture_id = any($1)`

export type SealedRow = { readonly leaf: QuoteLeaf; readonly seal: Seal }
export type SealedRows = {
  get(fixture: string, price: { market: string; point: string; selection: string }): SealedRow | undefined
  /** The league that a fixture is listed in, if the read model has it already. */
  leagueOf(fixture: string): string | undefined
}

/** The seal in a row of app.quote; null if it was stored before prices were sealed. */
export const sealIn = (row: SealColumns): Seal | null =>
  row.seal_feed === null
    ? null
    : {
        feed: row.seal_feed,
        index: row.seal_index,
        path: row.seal_path,
        size: row.seal_size,
        version: row.seal_version,
      }

export async function readSealedRows(pool: pg.Pool, fixtures: readonly string[]): Promise<SealedRows> {
  const rows = new Map<string, SealedRow>()
  const leagues = new Map<string, string>()
  const keyOf = (fixture: string, { market, point, selection }: { market: string; point: string; selection: string }) =>
    `${fixture}|${market}|${point}|${selection}`
  if (fixtures.length > 0) {
    const found = await pool.query<Row>({ name: 'sealed quotes', text: ROWS, values: [fixtures] })
    for (const row of found.rows) {
      if (row.league !== null) leagues.set(row.fixture, row.league)
      const seal = sealIn(row)
      if (seal !== null) rows.set(keyOf(row.fixture, row), { leaf: leafIn(row), seal })
    }
  }
  return { get: (fixture, price) => rows.get(keyOf(fixture, price)), leagueOf: (fixture) => leagues.get(fixture) }
}

const leafIn = ({ fixture, market, point, selection, odds, bookmaker, ...row }: Row): QuoteLeaf => ({
  fixture,
  market,
  ...(point === '' ? {} : { point }),
  selection,
  selectionName: row.selection_name,
  ...(row.draw_offered ? { drawOffered: true } : {}),
  odds,
  bookmaker,
  quotedAt: row.quoted_at.toISOString(),
  message: row.message_hash,
})
