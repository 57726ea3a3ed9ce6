// The list of bettors, as the API shows it.
import { centsFromText, eurosOf } from '#domain/money.ts'
import { findByName } from '#services/accounts/credentials.ts'
import { foldCase } from '#services/accounts/names/folding.ts'
import { parseUserName } from '#services/accounts/names/names.ts'
import type { ListedUser, UserFilter, UserList, UserQuery, UserSort } from '#services/contract/contract.ts'
import { columnOf } from '#services/contract/desk/choices.ts'
import { AskedTime } from '#services/contract/values.ts'
import { inPages } from '#services/platform/database/in-pages.ts'
import { userOf } from '../../auth/users.ts'
import { ApiError } from '../../http/errors/errors.ts'
import type { Services } from '../../services.ts'
import { erasedName } from './erased-name.ts'
import { LAST, type UserPlace, type UserRow, type UserRowFilter, userRows, userTotals } from './user-rows.ts'

type Db = Pick<Services, 'queries' | 'pool'>

/** Shown as the creator of bettors who signed up themselves. */
const SIGNED_UP = 'sign-up'
const SYSTEM = 'system'
/** A timestamp as Postgres writes it; the groups are taken as UTC. */
const TIMESTAMP = /^(\d{4}-\d\d-\d\d) (\d\d:\d\d:\d\d(?:\.\d{1,6})?)[+-](?:0\d|1[0-4])(?::[0-5]\d)?$/
/** Checks the text of a key, by sort order. */
const IS_KEY = {
  name: (key: string) => key.isWellFormed() && !key.includes('\u0000'),
  balance: (key: string) => /^-?\d{1,16}$/.test(key),
  created: (key: string) => {
    const [, day, time] = TIMESTAMP.exec(key) ?? []
    return AskedTime.safeParse(`${day}T${time}Z`).success
  },
} as const

export async function listUsers({ queries, pool }: Db, query: UserQuery): Promise<UserList> {
  const { sort, size, key } = query
  const place = key === undefined ? null : key === LAST ? LAST : placeOf(key, sort)
  const [filter, totals] = await Promise.all([filterOf(pool, query), userTotals(queries)])
  const found = filter === null ? [] : await userRows(queries, filter, sort, place, size + 1)
  const back = place === LAST || (place?.back ?? false)
  const hasMore = found.length > size
  const rows = back && hasMore ? found.slice(1) : found.slice(0, size)
  const [first, last] = [rows.at(0), rows.at(-1)]
  return {
    users: rows.map(listedUser),
    newer: first !== undefined && (back ? hasMore : place !== null) ? keyOf('n', first) : null,
    older: last !== undefined && place !== LAST && (back || hasMore) ? keyOf('o', last) : null,
    totalUsers: totals.bettors,
    userBalance: eurosOf(totals.walletsCents),
    creators: totals.creators,
  }
}

/** All bettors that match the filter, page by page. */
export async function* allUsers({ queries, pool }: Db, query: UserQuery): AsyncGenerator<ListedUser> {
  const filter = await filterOf(pool, query)
  if (filter === null) return
  const pages = inPages<UserRow>(({ after, limit }) =>
    userRows(queries, filter, query.sort, after && { key: after.key, account: after.account, back: false }, limit),
  )
  for await (const rows of pages) yield* rows.map(listedUser)
}

/** Null if nobody can match. */
async function filterOf(
  pool: Services['pool'],
  { name, creator, standing, min, max, since, until }: UserFilter,
): Promise<UserRowFilter | null> {
  const openedBy = creator === undefined ? null : await openerOf(pool, creator)
  if (openedBy === undefined) return null
  return {
    name: name === undefined ? null : foldCase(name.normalize('NFKC')),
    openedBy,
    standing: standing ?? null,
    minCents: min === undefined ? null : centsFromText(min),
    maxCents: max === undefined ? null : centsFromText(max),
    since: since ?? null,
    until: until ?? null,
  }
}

/** Undefined if nobody has that name. */
async function openerOf(pool: Services['pool'], creator: string): Promise<string | undefined> {
  if (foldCase(creator) === SYSTEM) return SIGNED_UP
  const name = parseUserName(creator)
  return name === null ? undefined : (await findByName(pool, name))?.accountId
}

/** 'o.bmFtZQ.<account>': the page after that row; with 'n' the one before it. */
const keyOf = (way: 'n' | 'o', { key, account }: UserRow): string =>
  `${way}.${Buffer.from(key).toString('base64url')}.${account}`

/** Throws ApiError invalid_request if it is not a place in this order. */
function placeOf(written: string, sort: UserSort): UserPlace {
  const [way, coded = '', account = ''] = written.split('.')
  const key = Buffer.from(coded, 'base64url').toString()
  if (!IS_KEY[columnOf(sort)](key)) throw new ApiError('invalid_request', { error: 'key: no such place' })
  return { key, account, back: way === 'n' }
}

export function listedUser(row: UserRow): ListedUser {
  const { account: id, username, email, creator, openedAt, blocked, walletCents, owedCents } = row
  const { totalBets, openBets, closing, closed } = row
  return {
    ...userOf({ id, username: username ?? erasedName(id), role: 'user', blocked, balanceCents: walletCents, email }),
    email,
    admin_creator: creator,
    created_at: openedAt.toISOString(),
    owed: eurosOf(-owedCents),
    totalBets,
    openBets,
    closing,
    closed,
    erased: username === null,
  }
}
