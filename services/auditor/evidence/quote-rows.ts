// Checks the rows that hold a quote which was bet on against the leg and the provider's message. A price that was
// replaced has no row in app.quote any more, and one that did not change has no row of its own in the history.
import type pg from 'pg'
import type { StruckLeg } from '../events/payloads.ts'
import type { Findings } from '../findings/findings.ts'
import { rowsOf } from '../identity/commitments.ts'
import type { Teams } from './message-body.ts'
import {
  type NamedQuote,
  priceKey,
  type Selection,
  type SelectionRow,
  selectionIn,
  shownSelection,
} from './named-quote.ts'
import { type Price, pricesTold, shownPrice } from './price-messages.ts'
import { messageKey, type NamedMessage, type ReadMessage } from './stored-messages.ts'

type Current = {
  /** The place among the named quotes, from 1. */
  readonly n: number
  readonly odds: string
  readonly bookmaker: string
  readonly quotedAt: Date
  readonly fetchedAt: Date
  readonly selectionName: string
  readonly drawOffered: boolean
}

/** The row of a quote is found by its seal, or by its message if it is from before there were seals. */
const CURRENT = `
with named as (
  select * from unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::text[], $6::text[], $7::integer[], $8::integer[])
    with ordinality as t(fixture_id, market, point, selection, message_hash, seal_feed, seal_version, seal_index, n)
)
select named.n::integer, q.odds, q.bookmaker, q.quoted_at as "quotedAt", q.fetched_at as "fetchedAt",
  q.selection_name as "selectionName", q.draw_offered as "drawOffered"
from named join app.quote q using (fixture_id, market, point, selection)
where case when named.seal_feed is null then q.seal_feed is null and q.message_hash = named.message_hash
  else (q.seal_feed, q.seal_version, q.seal_index) = (named.seal_feed, named.seal_version, named.seal_index) end`

type Past = SelectionRow & {
  readonly message: string
  /** Null if the price was taken off the board. */
  readonly odds: string | null
  readonly bookmaker: string
  readonly quotedAt: Date
  readonly fetchedAt: Date
}

const PAST = `
select message_hash as message, fixture_id as fixture, market, nullif(point, '') as point, selection, odds, bookmaker,
  quoted_at as "quotedAt", fetched_at as "fetchedAt"
from app.quote_history where message_hash = any($1) order by id`

/** A price is pruned together with its message, so there should be no such rows. */
const WITHOUT_MESSAGE = `
select message_hash as message, fixture_id as fixture, market, nullif(point, '') as point, selection
from app.quote_history h
where odds is not null and not exists (
  select from app.provider_message m where (m.hash, m.fixture_id) = (h.message_hash, h.fixture_id))`

type Told = (what: string, expected: unknown, actual: unknown) => void

/** Compares the quotes with their rows in app.quote. Returns the `priceKey` of each price with a fault. */
export async function checkCurrent(
  client: pg.Client,
  quotes: readonly NamedQuote[],
  findings: Findings,
): Promise<readonly string[]> {
  if (quotes.length === 0) return []
  const legs = quotes.map(({ leg }) => leg)
  const { rows } = await client.query<Current>(CURRENT, [
    legs.map(({ fixture }) => fixture),
    legs.map(({ market }) => market),
    legs.map(({ point }) => point ?? ''),
    legs.map(({ selection }) => selection),
    legs.map(({ message }) => message),
    legs.map(({ seal }) => seal?.feed ?? null),
    legs.map(({ seal }) => seal?.version ?? null),
    legs.map(({ seal }) => seal?.index ?? null),
  ])
  const faulty: string[] = []
  for (const row of rows) {
    const quote = quotes[row.n - 1]!
    const { leg } = quote
    const wrong: Told = (...fault) => {
      faulty.push(priceKey(leg))
      tell('quote', quote, findings)(...fault)
    }
    comparePrice(row, leg, wrong)
    const fetchedAt = row.fetchedAt.toISOString()
    if (fetchedAt < leg.fetchedAt) wrong('fetched from', leg.fetchedAt, fetchedAt)
    if (row.selectionName !== leg.selectionName) wrong('name', leg.selectionName, row.selectionName)
    // rows from before there were seals do not say
    const offered = leg.drawOffered === true
    if (leg.seal !== undefined && row.drawOffered !== offered) wrong('draw offered', offered, row.drawOffered)
  }
  return faulty
}

/**
 * Compares the rows of app.quote_history that name the quotes' messages. `messages`: those without fault. Returns the
 * number of rows.
 */
export async function checkPast(
  client: pg.Client,
  quotes: readonly NamedQuote[],
  messages: ReadonlyMap<string, ReadMessage>,
  teamsOf: (fixture: string) => Teams | undefined,
  findings: Findings,
): Promise<number> {
  const legs = new Map(quotes.map((quote) => [`${quote.leg.message} ${priceKey(quote.leg)}`, quote]))
  const ofMessages = new Map(quotes.map((quote) => [messageKey(quote.leg.message, quote.leg.fixture), quote]))
  const hashes = [...new Set(quotes.map(({ leg }) => leg.message))]
  const { rows } = await client.query<Past>(PAST, [hashes])
  for (const row of rows) {
    const key = messageKey(row.message, row.fixture)
    const message = messages.get(key)
    const quote = ofMessages.get(key)
    // a fault of the message, or a row without one, is reported elsewhere
    if (message === undefined || quote === undefined) continue
    const told = tell('quote_history', { leg: selectionIn(row), named: quote.named }, findings)
    const leg = legs.get(`${row.message} ${priceKey(selectionIn(row))}`)?.leg
    comparePast(row, message, leg, teamsOf(row.fixture), told)
  }
  return rows.length
}

/** Reports prices in the history whose message is gone. `isKnown`: whether that message was already reported. */
export async function checkWithoutMessage(
  client: pg.Client,
  isKnown: (message: string) => boolean,
  findings: Findings,
): Promise<void> {
  for await (const { message, ...row } of rowsOf<SelectionRow & { message: string }>(client, WITHOUT_MESSAGE)) {
    if (isKnown(message)) continue
    const subject = `quote_history ${shownSelection(selectionIn(row))}`
    findings.about(subject, 'quote_row_mismatch', 'a message that is stored', message)
  }
}

function comparePast(
  row: Past,
  message: ReadMessage,
  leg: StruckLeg | undefined,
  teams: Teams | undefined,
  told: Told,
) {
  let isWrong = false
  const wrong: Told = (...fault) => {
    isWrong = true
    told(...fault)
  }
  const [fetchedAt, first] = [row.fetchedAt.toISOString(), message.fetchedAt.toISOString()]
  if (row.odds === null) {
    // the price came with this message, so it must have been taken off by a later answer
    if (fetchedAt <= first) wrong('taken off after', first, fetchedAt)
    return
  }
  if (fetchedAt < first) wrong('fetched from', first, fetchedAt)
  // a later row may be of another bookmaker in the same message
  if (leg !== undefined && fetchedAt <= leg.fetchedAt) comparePrice(row, leg, wrong)
  if (isWrong) return
  const price: Price = {
    ...selectionIn(row),
    bookmaker: row.bookmaker,
    odds: row.odds,
    quotedAt: row.quotedAt.toISOString(),
  }
  const prices = pricesTold(message.says, price, teams)
  if (!prices.includes(shownPrice(price))) wrong(price.bookmaker, prices[0] ?? 'no price', shownPrice(price))
}

function comparePrice(row: Pick<Past, 'odds' | 'bookmaker' | 'quotedAt'>, leg: StruckLeg, wrong: Told): void {
  const quotedAt = row.quotedAt.toISOString()
  if (row.odds !== leg.odds) wrong('odds', leg.odds, row.odds)
  if (row.bookmaker !== leg.bookmaker) wrong('bookmaker', leg.bookmaker, row.bookmaker)
  if (quotedAt !== leg.quotedAt) wrong('quoted at', leg.quotedAt, quotedAt)
}

const tell =
  (
    table: string,
    { leg, named }: { readonly leg: Selection; readonly named: NamedMessage },
    findings: Findings,
  ): Told =>
  (what, expected, actual) =>
    findings.about(
      `${table} ${shownSelection(leg)} of ${named.by}`,
      'quote_row_mismatch',
      `${what} ${expected}`,
      actual,
      named.account,
    )
