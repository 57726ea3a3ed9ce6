// The views of the back office as they are sent, each cached as bytes until the projector announces anything.
import { LRUCache } from 'lru-cache'
import { eurosOf } from '#domain/money.ts'
import type { Role } from '#domain/values.ts'
import type { Dashboard } from '#services/contract/contract.ts'
import { DeskRole } from '#services/contract/values.ts'
import type { Queries } from '#services/platform/database/queries.ts'
import { userOf } from '../auth/users.ts'
import { CachedReply } from '../http/replies/cached-reply.ts'
import { type Announcements, TRUSTED_MS } from './announcements.ts'
import type { BetTexts } from './bet-texts.ts'
import { erasedName } from './customers/erased-name.ts'
import { betRowOf, type DashboardRows, dashboardRows, type UserRow } from './dashboard-rows.ts'
import { statisticsFrom } from './statistics.ts'

const PAGE_SIZE = 10
const VIEWS_MAX = 500

/** `page` applies to the list named, or to both; the other list shows its first page. */
export type DashboardView = { readonly page: number; readonly list: 'users' | 'bets' | null }
type Admin = { readonly accountId: string; readonly role: Role }

export type DashboardPages = {
  /** Shows every write that was announced before the call. */
  read(admin: Admin, view: DashboardView): Promise<CachedReply>
  clear(): void
}

/** `heard`: number of announcements before its rows were read. `at`: when they were read, in monotonic milliseconds. */
type CachedView = { readonly heard: number; readonly at: number; readonly making: Promise<CachedReply> }

type Deps = {
  readonly db: Queries
  readonly texts: BetTexts
  readonly announcements: Announcements
  /** Monotonic milliseconds, for tests. */
  readonly now?: () => number
}

export function createDashboardPages({
  db,
  texts,
  announcements,
  now = () => performance.now(),
}: Deps): DashboardPages {
  const views = new LRUCache<string, CachedView>({ max: VIEWS_MAX })

  async function make({ accountId, role }: Admin, { page, list }: DashboardView): Promise<CachedReply> {
    const range = { offset: (page - 1) * PAGE_SIZE, limit: PAGE_SIZE }
    const firstPage = { offset: 0, limit: PAGE_SIZE }
    const rows = await dashboardRows(db, accountId, {
      users: list === 'bets' ? firstPage : range,
      bets: list === 'users' ? firstPage : range,
    })
    const lists = {
      users: rows.users.map(shownUser),
      userStats: rows.users.map(({ username, statistics }) => ({ username, ...statisticsFrom(statistics) })),
    } satisfies Pick<Dashboard, 'users' | 'userStats'>
    const figures = {
      houseProfit: eurosOf(rows.profitCents),
      openStakes: eurosOf(rows.openStakesCents),
      currentAdminBalance: eurosOf(rows.floatCents),
      userBalance: eurosOf(rows.walletsCents),
      totalUsers: rows.bettors,
      totalBets: rows.totalBets,
      role: DeskRole.parse(role),
      page,
      pageSize: PAGE_SIZE,
    } satisfies Omit<Dashboard, 'users' | 'bets' | 'userStats'>
    return new CachedReply(
      `{"users":${JSON.stringify(lists.users)},"bets":${await betsJson(rows.bets)},` +
        `"userStats":${JSON.stringify(lists.userStats)},${JSON.stringify(figures).slice(1)}`,
    )
  }

  async function betsJson(bets: DashboardRows['bets']): Promise<string> {
    const shown = (await texts.write(bets.map(betRowOf))).map((text, at) => {
      const { username, account } = bets[at]!
      return `${text.slice(0, -1)},"username":${JSON.stringify(username ?? erasedName(account))}}`
    })
    return `[${shown.join(',')}]`
  }

  return {
    async read(admin, view) {
      const key = `${admin.accountId} ${admin.role} ${view.list ?? ''} ${view.page}`
      const cached = views.get(key)
      const isCurrent = cached?.heard === announcements.count && now() - cached.at < TRUSTED_MS
      if (cached !== undefined && isCurrent) return cached.making
      const made: CachedView = { heard: announcements.count, at: now(), making: make(admin, view) }
      views.set(key, made)
      try {
        return await made.making
      } catch (error) {
        if (views.peek(key) === made) views.delete(key)
        throw error
      }
    },
    clear: () => views.clear(),
  }
}

function shownUser({ account, username, email, creator, openedAt, blocked, walletCents }: UserRow) {
  return {
    ...userOf({ id: account, username, role: 'user', blocked, balanceCents: walletCents, email }),
    email,
    admin_creator: creator,
    created_at: new Date(openedAt).toISOString(),
  } satisfies Dashboard['users'][number]
}
