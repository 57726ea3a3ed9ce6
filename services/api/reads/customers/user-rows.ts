// Bettors with their names, filtered and sorted, page by page. Roles and balances come from a read model, names from
// identity.
import { type FragmentSqlToken, sql } from 'slonik'
import { z } from 'zod'
import type { UserSort } from '#services/contract/contract.ts'
import { columnOf } from '#services/contract/desk/choices.ts'
import { allOf } from '#services/platform/database/conditions.ts'
import type { Queries } from '#services/platform/database/queries.ts'
import { erasedNameOf } from './erased-name.ts'

/**
 * `key`: the value that the list is sorted by, as text. `openedAt`: a timestamp. Refunded bets are in neither number.
 */
const UserRow = z.object({
  account: z.string(),
  /** Null if it was erased. */
  username: z.string().nullable(),
  email: z.string().nullable(),
  creator: z.string().nullable(),
  openedAt: z.date(),
  blocked: z.boolean(),
  walletCents: z.number(),
  owedCents: z.number(),
  totalBets: z.number(),
  openBets: z.number(),
  closing: z.boolean(),
  closed: z.boolean(),
  key: z.string(),
})
export type UserRow = z.infer<typeof UserRow>

/** Null: any. `name`: how the normalised name begins. `openedBy`: an account, or 'sign-up'. Times are RFC 3339. */
export type UserRowFilter = {
  readonly name: string | null
  readonly openedBy: string | null
  readonly standing: keyof typeof STANDINGS | null
  readonly minCents: number | null
  readonly maxCents: number | null
  readonly since: string | null
  readonly until: string | null
}

/** Given instead of a row: the last page of the list. */
export const LAST = 'last'

/** A row of the list. The page begins after it, or with `back` ends before it. */
export type UserPlace = { readonly key: string; readonly account: string; readonly back: boolean }

const LAST_CHARACTER = '\u{10ffff}'
const NAME = sql.fragment`i.username_normal collate "C"`
/** The sort column where some people may have been erased: they are sorted by the name that stands for theirs. */
const NAME_OF_CLOSED = sql.fragment`coalesce(i.username_normal, ${erasedNameOf(sql.fragment`a.account_id`)}) collate "C"`
const KEYS = {
  name: { column: NAME, of: (key: string) => sql.fragment`${key} collate "C"` },
  balance: { column: sql.fragment`a.wallet_cents`, of: (key: string) => sql.fragment`${key}::bigint` },
  created: { column: sql.fragment`a.opened_at`, of: (key: string) => sql.fragment`${key}::timestamptz` },
} as const

const COLUMNS = sql.fragment`
  a.account_id as account, i.username, i.email, c.username as creator, a.opened_at as "openedAt", a.blocked,
  a.wallet_cents as "walletCents", a.owed_cents as "owedCents", coalesce(s.total_bets, 0) as "totalBets",
  coalesce(s.open_bets, 0) as "openBets", a.closing, a.closed`
const WITH_THEIRS = sql.fragment`
  left join app.identity c on c.account_id = a.opened_by
  left join app.user_statistics s on s.account_id = a.account_id`

/** In the list's order, even for a page before the place. Reads an index of that order. */
export async function userRows(
  db: Queries,
  filter: UserRowFilter,
  sort: UserSort,
  place: UserPlace | typeof LAST | null,
  limit: number,
): Promise<readonly UserRow[]> {
  const back = place === LAST || (place?.back ?? false)
  const rises = sort.startsWith('-') === back
  const { column: usual, of } = KEYS[columnOf(sort)]
  const isClosed = filter.standing === 'closed'
  const name = isClosed ? NAME_OF_CLOSED : NAME
  const column = usual === NAME ? name : usual
  const order = rises ? sql.fragment`${column}, a.account_id` : sql.fragment`${column} desc, a.account_id desc`
  const behind =
    place !== null &&
    place !== LAST &&
    (rises
      ? sql.fragment`(${column}, a.account_id) > (${of(place.key)}, ${place.account})`
      : sql.fragment`(${column}, a.account_id) < (${of(place.key)}, ${place.account})`)
  const rows = await db.any(sql.type(UserRow)`
    select ${COLUMNS}, (${column})::text as key
    from app.account a ${isClosed ? sql.fragment`left join` : sql.fragment`join`} app.identity i on i.account_id = a.account_id
    ${WITH_THEIRS} where a.role = 'user' and ${allOf([...conditions(filter, name), behind])}
    order by ${order} limit ${limit}`)
  return back ? rows.toReversed() : rows
}

function conditions(
  { name, openedBy, standing, minCents, maxCents, since, until }: UserRowFilter,
  nameColumn: FragmentSqlToken,
): (FragmentSqlToken | false)[] {
  return [
    name !== null && sql.fragment`${nameColumn} >= ${name} and ${nameColumn} < ${name + LAST_CHARACTER}`,
    openedBy !== null && sql.fragment`a.opened_by = ${openedBy}`,
    standing === null ? OPEN : STANDINGS[standing],
    minCents !== null && sql.fragment`a.wallet_cents >= ${minCents}`,
    maxCents !== null && sql.fragment`a.wallet_cents <= ${maxCents}`,
    since !== null && sql.fragment`a.opened_at >= ${since}::timestamptz`,
    until !== null && sql.fragment`a.opened_at < ${until}::timestamptz`,
  ]
}

const OPEN = sql.fragment`not a.closed`
/** Must match the condition of the partial index. */
const APART = sql.fragment`${OPEN} and (a.blocked or a.closing or a.owed_cents < 0)`
const STANDINGS = {
  active: sql.fragment`${OPEN} and not a.blocked`,
  blocked: sql.fragment`${APART} and a.blocked`,
  owing: sql.fragment`${APART} and a.owed_cents < 0`,
  closing: sql.fragment`${APART} and a.closing`,
  closed: sql.fragment`a.closed`,
} as const

/** One bettor; null if there is none. */
export const userRow = (db: Queries, account: string): Promise<UserRow | null> =>
  db.maybeOne(sql.prepared('user row', UserRow)`
    select ${COLUMNS}, coalesce(i.username_normal, '') as key
    from app.account a left join app.identity i on i.account_id = a.account_id ${WITH_THEIRS}
    where a.role = 'user' and a.account_id = ${account}`)

const Totals = z.object({ bettors: z.number(), walletsCents: z.number(), creators: z.array(z.string()) })

/** Totals of all bettors, and the names of the admins who may have created some. */
export const userTotals = (db: Queries): Promise<z.infer<typeof Totals>> =>
  db.one(sql.prepared('user totals', Totals)`
    select h.bettors, h.wallets_cents as "walletsCents",
      array(select i.username from app.account a join app.identity i on i.account_id = a.account_id
        where a.role <> 'user' order by i.username_normal collate "C") as creators
    from app.house h`)
