// Everybody's bets as the back office lists and exports them, paged by key.
import { sql } from 'slonik'
import { z } from 'zod'
import { centsFromText, eurosOf } from '#domain/money.ts'
import {
  type BetListFilter,
  type BetListPage,
  BetSums,
  type ListedBetRow,
  listBets,
  NO_BETS,
  sumBets,
} from '#projections/bets/list.ts'
import { parseUserName } from '#services/accounts/names/names.ts'
import type { DeskBet, DeskBetFilter, DeskBetQuery, DeskBets, DeskBetTotals } from '#services/contract/contract.ts'
import { columnOf } from '#services/contract/desk/choices.ts'
import { groupsOf } from '#services/odds/catalog/catalog.ts'
import { inPages } from '#services/platform/database/in-pages.ts'
import type { Queries } from '#services/platform/database/queries.ts'
import type { BetTexts } from '../bet-texts.ts'
import { erasedName } from '../customers/erased-name.ts'

/** More bets than this are not summed; with a narrower filter there are sums. */
const SUMMED_MAX = 20_000

export type DeskBetReads = {
  /** A page, as JSON of `DeskBets`. */
  page(query: DeskBetQuery): Promise<string>
  /** Sums of all bets that match the filter. */
  totals(filter: DeskBetFilter): Promise<DeskBetTotals>
  /** All bets that match the query, in its order, page by page. */
  all(query: DeskBetQuery): AsyncGenerator<readonly DeskBet[]>
}

export function createDeskBetReads(db: Queries, texts: BetTexts): DeskBetReads {
  async function write(rows: readonly ListedBetRow[]): Promise<readonly string[]> {
    const written = await texts.write(rows)
    return rows.map(({ username, account, number }, at) => {
      const bettor = { username: username ?? erasedName(account), userId: account, number }
      const more = JSON.stringify(bettor satisfies Partial<DeskBet>)
      return `${written[at]!.slice(0, -1)},${more.slice(1)}`
    })
  }

  return {
    async page({ sort, size, key = null, ...filter }) {
      const wanted = await filterOf(db, filter)
      const place = key === null ? null : placeOf(key, sort)
      // a key of another order means nothing in this one, so the first page is shown
      const isBack = place !== null && key!.startsWith('n')
      const order = orderOf(sort)
      const range = { ...order, descending: order.descending !== isBack, after: place, limit: size + 1 }
      const found = wanted === null ? [] : await listBets(db, wanted, range)
      const shown = found.slice(0, size)
      if (isBack) shown.reverse()
      const hasMore = found.length > size
      const keys = {
        newer: shown[0] !== undefined && (isBack ? hasMore : place !== null) ? keyOf('n', shown[0], sort) : null,
        older: shown.length > 0 && (isBack || hasMore) ? keyOf('o', shown.at(-1)!, sort) : null,
      } satisfies Omit<DeskBets, 'bets'>
      return `{"bets":[${(await write(shown)).join(',')}],${JSON.stringify(keys).slice(1)}`
    },

    async totals(filter) {
      if (Object.values(filter).every((value) => value === undefined))
        return { totals: shownSums(await sumsOfAll(db)), most: SUMMED_MAX }
      const wanted = await filterOf(db, filter)
      const sums = wanted === null ? NO_BETS : await sumBets(db, wanted, SUMMED_MAX)
      return { totals: sums.bets > SUMMED_MAX ? null : shownSums(sums), most: SUMMED_MAX }
    },

    async *all({ sort, ...filter }) {
      const wanted = await filterOf(db, filter)
      if (wanted === null) return
      const pages = inPages<ListedBetRow>((page) => listBets(db, wanted, { ...orderOf(sort), ...page }))
      for await (const rows of pages) yield (await write(rows)).map((text) => JSON.parse(text) as DeskBet)
    },
  }
}

const shownSums = ({ bets, open, stakeCents, openStakeCents, returnCents }: BetSums) => ({
  bets,
  open,
  staked: eurosOf(stakeCents),
  openStakes: eurosOf(openStakeCents),
  returned: eurosOf(returnCents),
  net: eurosOf(stakeCents - openStakeCents - returnCents),
})

/**
 * Maintained by the fold, so that nobody has to sum all bets. All of it by the book: other read models are written
 * sooner under load, and a bet that ended in one and not yet in the other would be missing from the sums.
 */
const sumsOfAll = (db: Queries): Promise<BetSums> =>
  db.one(sql.prepared('sums of all bets', BetSums)`
    select coalesce(sum(placed), 0)::bigint as bets, coalesce(sum(placed - settled), 0)::bigint as open,
      coalesce(sum(staked_cents), 0)::bigint as "stakeCents",
      coalesce(sum(staked_cents - stakes_cents), 0)::bigint as "openStakeCents",
      coalesce(sum(returns_cents), 0)::bigint as "returnCents"
    from app.house_day`)

/** Null if nobody has the name in the filter. */
async function filterOf(db: Queries, filter: DeskBetFilter): Promise<BetListFilter | null> {
  const { bet, user, status, kind, sport, league, event, since, until, min, max } = filter
  const account = user === undefined ? null : await accountNamed(db, user)
  if (account === undefined) return null
  return {
    bet: bet ?? null,
    account,
    status: status ?? null,
    parlay: kind === undefined ? null : kind === 'parlay',
    about: [
      ...(event === undefined ? [] : [[event]]),
      ...(league === undefined ? [] : [[league]]),
      ...(sport === undefined ? [] : [groupsOf(sport)]),
    ],
    since: since ?? null,
    until: until ?? null,
    minStakeCents: min === undefined ? null : centsFromText(min),
    maxStakeCents: max === undefined ? null : centsFromText(max),
  }
}

const Account = z.object({ account: z.string() })

/** Account by its id or user name; undefined if there is none. */
async function accountNamed(db: Queries, user: string): Promise<string | undefined> {
  if (/^[0-9a-f]{32}$/.test(user)) return user
  const name = parseUserName(user)
  if (name === null) return undefined
  const row = await db.maybeOne(sql.type(Account)`
    select account_id as account from app.identity where username_normal in (${name.normal}, ${name.legacyNormal})
    order by username_normal = ${name.legacyNormal} desc limit 1`)
  return row?.account
}

type Sort = DeskBetQuery['sort']

const orderOf = (sort: Sort): Pick<BetListPage, 'by' | 'descending'> => ({
  by: columnOf(sort) === 'stake' ? 'stake' : 'number',
  descending: sort.startsWith('-'),
})

/** 'o.48211' is the page after that bet, 'n.48211' the one before it; sorted by stake, 'o.1500.48211'. */
const keyOf = (direction: 'n' | 'o', { stakeCents, number }: ListedBetRow, sort: Sort): string =>
  [direction, ...(orderOf(sort).by === 'stake' ? [stakeCents] : []), number].join('.')

function placeOf(key: string, sort: Sort): BetListPage['after'] {
  const parts = key.split('.').slice(1).map(Number)
  const [stakeCents, number] = orderOf(sort).by === 'stake' ? parts : [0, ...parts]
  return stakeCents !== undefined && number !== undefined && parts.length === (orderOf(sort).by === 'stake' ? 2 : 1)
    ? { stakeCents, number }
    : null
}
