// Everything that the lines of a page refer to, read for all lines at once: people, games, bets and how they ended,
// balances, texts of reasons, and where commands came from.
import { sql } from 'slonik'
import { z } from 'zod'
import type { TrailRow } from '#projections/audit/queries.ts'
import { type BetRow, betsById } from '#projections/bets/queries.ts'
import { fixturesById } from '#projections/fixtures/queries.ts'
import type { Queries } from '#services/platform/database/queries.ts'
import { erasedName } from '../customers/erased-name.ts'
import { gameTitle } from '../shown-bet.ts'
import { type EarlierEvent, type Ending, earlierOf, endingsAt, replacedBy } from './before.ts'
import type { DetailOf, EventType } from './event-detail.ts'
import { partName } from './parts.ts'

const Balance = z.object({ account: z.string(), number: z.number(), before: z.number(), after: z.number() })
type Balance = z.infer<typeof Balance>
const Pair = z.object({ key: z.string(), value: z.string() })

export type Known = {
  /** A user name, or the name of a part of the product. */
  name(id: string): string
  title(fixture: string | null): string
  bet(bet: string | null): BetRow | undefined
  /** How the event with this number left a bet, and how the bet was before. */
  ending(number: number): Ending | undefined
  /** Balance of the account that the event is on. */
  balance(row: TrailRow): Balance | undefined
  /** An earlier event of a stream, which an event refers to. */
  earlier(stream: string, version: number): EarlierEvent | undefined
  /** The event that this one replaced: the last of the same kind before it. */
  replaced<T extends EventType>(row: TrailRow): { readonly type: T; readonly data: DetailOf<T> } | undefined
  /** The text of a note; undefined once it has been erased. */
  note(commitment: string): string | undefined
  reason(commitment: string | null): string | undefined
  address(row: TrailRow): string | undefined
}

const array = (values: Iterable<string | null | undefined>) =>
  sql.array([...new Set([...values].filter((value) => typeof value === 'string'))], 'text')
const ID = /^[0-9a-f]{32}$/

/** Ids of people in an event's data: senders, receivers, the admin who opened an account. */
const namedIn = ({ detail }: TrailRow): string[] =>
  detail === null || typeof detail !== 'object'
    ? []
    : Object.values(detail).filter((value): value is string => typeof value === 'string' && ID.test(value))

const noteOf = ({ type, detail }: TrailRow): string[] =>
  type === 'NoteAdded' ? [(detail as DetailOf<'NoteAdded'>).text] : []

/** The games of a list, or the newer one of a pair. */
function gamesOf(detail: unknown): readonly string[] {
  const { fixtures = [], newer } = (detail ?? {}) as { fixtures?: readonly string[]; newer?: string }
  return newer === undefined ? fixtures : [newer]
}

export async function readKnown(db: Queries, rows: readonly TrailRow[]): Promise<Known> {
  const bets = rows.flatMap(({ bet }) => bet ?? [])
  const people = rows.flatMap((row) => [row.actor, row.account, row.counterparty, row.approvedBy, ...namedIn(row)])
  const moved = rows.filter(({ account, amountCents }) => account !== null && amountCents !== null)
  const [names, betRows, endings, balances, earlier, replaced, reasons, notes, addresses, ownAddresses] =
    await Promise.all([
      db.any(sql.type(Pair)`select account_id as key, username as value from app.identity
      where account_id = any(${array(people)})`),
      bets.length === 0 ? [] : betsById(db, [...new Set(bets)]),
      endingsAt(db, rows),
      balancesAt(db, moved),
      earlierOf(db, rows),
      replacedBy(db, rows),
      db.any(sql.type(Pair)`select commitment as key, text as value from app.reason_text
      where commitment = any(${array(rows.map((row) => row.reasonText))})`),
      db.any(sql.type(Pair)`select commitment as key, text as value from app.note_text
      where commitment = any(${array(rows.flatMap(noteOf))})`),
      db.any(sql.type(Pair)`select commitment as key, ip as value from app.session_address
      where commitment = any(${array(rows.map((row) => row.session))})`),
      db.any(sql.type(Pair)`select correlation as key, ip as value from app.command_address
      where correlation = any(${array(rows.map((row) => row.correlation))})`),
    ])
  const byKey = (pairs: readonly z.infer<typeof Pair>[]) => new Map(pairs.map(({ key, value }) => [key, value]))
  const [nameOf, textOf, noteBy, sessionFrom, commandFrom] = [names, reasons, notes, addresses, ownAddresses].map(byKey)
  const named = [
    ...rows.flatMap(({ fixture, detail }) => [fixture, ...gamesOf(detail)]),
    ...[...replaced.values()].flatMap(({ data }) => gamesOf(data)),
    ...betRows.flatMap(({ legs }) => legs.map(({ fixture }) => fixture)),
  ]
  const games = await fixturesById(db, [...new Set(named.filter((fixture) => fixture !== null))])
  const titles = new Map(games.map((game) => [game.fixture, gameTitle(game)]))
  const betOf = new Map(betRows.map((row) => [row.bet, row]))
  const endingOf = new Map(endings.map((ending) => [ending.number, ending]))
  const balanceOf = new Map(balances.map((balance) => [balance.number, balance]))
  return {
    name: (id) => nameOf!.get(id) ?? (ID.test(id) ? erasedName(id) : partName(id)),
    title: (fixture) => (fixture === null ? 'a game' : (titles.get(fixture) ?? 'a game')),
    bet: (bet) => (bet === null ? undefined : betOf.get(bet)),
    ending: (number) => endingOf.get(number),
    balance: ({ number }) => balanceOf.get(number),
    earlier: (stream, version) => earlier.get(`${stream}@${version}`),
    // a replaced event is of the same kind
    replaced: (row) => replaced.get(row.number) as never,
    note: (commitment) => noteBy!.get(commitment),
    reason: (commitment) => (commitment === null ? undefined : textOf!.get(commitment)),
    address: ({ session, correlation }) =>
      session === null ? undefined : (commandFrom!.get(correlation) ?? sessionFrom!.get(session)),
  }
}

async function balancesAt(db: Queries, rows: readonly TrailRow[]): Promise<readonly Balance[]> {
  if (rows.length === 0) return []
  const accounts = sql.array(
    rows.map(({ account }) => account),
    'text',
  )
  const numbers = sql.array(
    rows.map(({ number }) => number),
    'int8',
  )
  return db.any(sql.type(Balance)`
    select u.account, u.number, first.balance_cents - first.amount_cents as before, last.balance_cents as after
    from unnest(${accounts}, ${numbers}) u (account, number)
    join lateral (select s.balance_cents, s.amount_cents from app.statement_line s
      where s.account_id = u.account and s.number = u.number order by s.line limit 1) first on true
    join lateral (select s.balance_cents from app.statement_line s
      where s.account_id = u.account and s.number = u.number order by s.line desc limit 1) last on true`)
}
