// The rows that hold a quote which was bet on, against the leg. Rows that are missing were pruned, or replaced by newer prices.
import type pg from 'pg'
import type { Findings } from '../findings/findings.ts'
import type { NamedQuote } from './named-quote.ts'

type Row = {
  /** Which of the named quotes, from 1. */
  readonly n: number
  readonly odds: string
  readonly bookmaker: string
  readonly quoted_at: Date
  readonly selection_name: string | null
  readonly draw_offered: boolean | null
}

const NAMED = `
with named as (
  select * from unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::text[], $6::timestamptz[], $7::text[], $8::integer[], $9::integer[])
    with ordinality as t(fixture_id, market, point, selection, message_hash, fetched_at, seal_feed, seal_version, seal_index, n)
)`

/** The row of a quote has its seal; from before there were seals, its message. */
const CURRENT = `${NAMED}
select named.n::integer, q.odds, q.bookmaker, q.quoted_at, q.selection_name, q.draw_offered
from named join app.quote q using (fixture_id, market, point, selection)
where case when named.seal_feed is null then q.seal_feed is null and q.message_hash = named.message_hash
  else (q.seal_feed, q.seal_version, q.seal_index) = (named.seal_feed, named.seal_version, named.seal_index) end`

/** A price without odds was taken off the board; one that came later may be another bookmaker's in the same message. */
const HISTORY = `${NAMED}
select named.n::integer, h.odds, h.bookmaker, h.quoted_at, null as selection_name, null as draw_offered
from named join app.quote_history h using (message_hash, fixture_id, market, point, selection)
where h.odds is not null and h.fetched_at <= named.fetched_at`

/** Returns the number of rows. */
export async function checkQuoteRows(
  client: pg.Client,
  quotes: readonly NamedQuote[],
  findings: Findings,
): Promise<number> {
  const legs = quotes.map(({ leg }) => leg)
  const values = [
    legs.map(({ fixture }) => fixture),
    legs.map(({ market }) => market),
    legs.map(({ point }) => point ?? ''),
    legs.map(({ selection }) => selection),
    legs.map(({ message }) => message),
    legs.map(({ fetchedAt }) => fetchedAt),
    legs.map(({ seal }) => seal?.feed ?? null),
    legs.map(({ seal }) => seal?.version ?? null),
    legs.map(({ seal }) => seal?.index ?? null),
  ]
  let count = 0
  for (const [table, text] of [
    ['quote', CURRENT],
    ['quote_history', HISTORY],
  ] as const) {
    const { rows } = await client.query<Row>(text, values)
    count += rows.length
    for (const row of rows) compare(table, row, quotes[row.n - 1]!, findings)
  }
  return count
}

function compare(table: string, row: Row, { leg, bet, account }: NamedQuote, findings: Findings): void {
  const { fixture, market, point, selection } = leg
  const subject = `${table} ${[fixture, market, point, selection].filter((part) => part !== undefined).join(' ')} of ${bet}`
  const wrong = (what: string, expected: unknown, actual: unknown) =>
    findings.about(subject, 'quote_row_mismatch', `${what} ${expected}`, actual, account)
  const quotedAt = row.quoted_at.toISOString()
  if (row.odds !== leg.odds) wrong('odds', leg.odds, row.odds)
  if (row.bookmaker !== leg.bookmaker) wrong('bookmaker', leg.bookmaker, row.bookmaker)
  if (quotedAt !== leg.quotedAt) wrong('quoted at', leg.quotedAt, quotedAt)
  if (row.selection_name !== null && row.selection_name !== leg.selectionName) {
    wrong('name', leg.selectionName, row.selection_name)
  }
  // of a price from before there were seals, the row does not say
  const offered = leg.drawOffered === true
  if (leg.seal !== undefined && row.draw_offered !== null && row.draw_offered !== offered) {
    wrong('draw offered', offered, row.draw_offered)
  }
}
