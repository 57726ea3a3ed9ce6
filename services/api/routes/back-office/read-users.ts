import { LINE_KIND_NAMES } from '#domain/ledger/line-kinds.ts'
import { Id } from '#domain/values.ts'
import { notesOf } from '#projections/notes/queries.ts'
import {
  Customer,
  CustomerParams,
  type ListedUser,
  NoteQuery,
  Notes,
  TransactionQuery,
  Transactions,
  Turnover,
  TurnoverQuery,
  UserList,
  UserQuery,
} from '#services/contract/contract.ts'
import { sessionOf } from '../../auth/authentication.ts'
import { awaitFreshReads } from '../../consistency/read-consistency.ts'
import type { Api } from '../../http/api.ts'
import { ApiError } from '../../http/errors/errors.ts'
import { sendCsv } from '../../http/replies/csv.ts'
import { readCustomer } from '../../reads/customers/customer.ts'
import { allTransactions, readTransactions } from '../../reads/customers/transactions.ts'
import { everyDay, readTurnover } from '../../reads/customers/turnover.ts'
import { allUsers, listUsers } from '../../reads/customers/users.ts'
import type { Services } from '../../services.ts'
import { forAdmins } from './for-admins.ts'

const NOTES_PER_PAGE = 20

const USER_TITLES = [
  'Username',
  'Email',
  'Created by',
  'Created',
  'Standing',
  'Balance in EUR',
  'Owed in EUR',
  'Bets',
  'Open bets',
]
const TURNOVER_TITLES = ['Day', 'Bets', 'Stakes in EUR', 'Returns in EUR', 'Profit in EUR']
const LINE_TITLES = ['Time', 'Ledger number', 'Kind', 'Bet', 'Odds', 'By', 'Reason', 'Amount in EUR', 'Balance in EUR']

export function readUsers(app: Api, services: Services): void {
  const { queries, views } = services
  /** The bettor that the URL names. Throws ApiError account_missing for anybody else, including admins. */
  async function customerIn(request: { params: { userId: string } }): Promise<string> {
    const { userId } = request.params
    const { opened } = Id.safeParse(userId).success ? await services.accounts.read(userId) : { opened: null }
    if (opened?.role !== 'user') throw new ApiError('account_missing')
    return userId
  }

  app.get(
    '/api/admin/users',
    forAdmins({
      summary: 'The bettors, filtered, sorted and paged by key; format=csv as a file',
      querystring: UserQuery,
      reply: UserList,
    }),
    async (request, reply) => {
      await awaitFreshReads(services, request, reply, ['accounts', 'house', 'statistics'])
      if (request.query.format === 'json') return listUsers(services, request.query)
      await views.ofAll(sessionOf(request), 'users-file')
      return sendCsv(reply, 'users.csv', USER_TITLES, userCells(services, request.query))
    },
  )
  app.get(
    '/api/admin/users/:userId',
    forAdmins({
      summary: 'One bettor: figures, limits, caps of the desk',
      params: CustomerParams,
      reply: Customer,
    }),
    async (request, reply) => {
      await awaitFreshReads(services, request, reply, ['accounts', 'audit', 'bets', 'statement', 'statistics'])
      const userId = await customerIn(request)
      const session = sessionOf(request)
      const customer = await readCustomer(services, session, userId)
      if (customer === null) throw new ApiError('account_missing')
      await views.ofSomebody(session, 'profile', userId)
      return customer
    },
  )
  app.get(
    '/api/admin/users/:userId/turnover',
    forAdmins({
      summary: 'Stakes, returns and profit of one bettor, by day and by sport; format=csv the days as a file',
      params: CustomerParams,
      querystring: TurnoverQuery,
      reply: Turnover,
    }),
    async (request, reply) => {
      await awaitFreshReads(services, request, reply, ['bets'])
      const userId = await customerIn(request)
      const { before, format } = request.query
      if (format === 'json') return readTurnover(queries, userId, before ?? null)
      await views.ofSomebody(sessionOf(request), 'turnover-file', userId)
      const days = await everyDay(queries, userId)
      const cells = days.map(({ day, bets, ...euros }) => [
        ...[day, bets, euros.staked.toFixed(2)],
        ...[euros.returned.toFixed(2), euros.profit.toFixed(2)],
      ])
      return sendCsv(reply, 'turnover.csv', TURNOVER_TITLES, cells)
    },
  )
  app.get(
    '/api/admin/users/:userId/transactions',
    forAdmins({
      summary: 'Every line of one bettor’s account with the balance after it, the newest first; format=csv as a file',
      params: CustomerParams,
      querystring: TransactionQuery,
      reply: Transactions,
    }),
    async (request, reply) => {
      await awaitFreshReads(services, request, reply, ['statement', 'bets', 'audit'])
      const userId = await customerIn(request)
      if (request.query.format === 'json') return readTransactions(queries, userId, request.query)
      await views.ofSomebody(sessionOf(request), 'transactions-file', userId)
      return sendCsv(reply, 'transactions.csv', LINE_TITLES, lineCells(services, userId, request.query))
    },
  )
  app.get(
    '/api/admin/users/:userId/notes',
    forAdmins({
      summary: 'Notes of the desk about one bettor, the newest first',
      params: CustomerParams,
      querystring: NoteQuery,
      reply: Notes,
    }),
    async (request, reply) => {
      await awaitFreshReads(services, request, reply, ['notes'])
      const rows = await notesOf(queries, await customerIn(request), request.query.before ?? null, NOTES_PER_PAGE + 1)
      const notes = rows.slice(0, NOTES_PER_PAGE).map((row) => ({ ...row, at: row.at.toISOString() }))
      return { notes, next: rows.length > NOTES_PER_PAGE ? notes.at(-1)!.number : null }
    },
  )
}

const standingText = ({ closed, is_blocked, closing, owed }: ListedUser): string =>
  closed ? 'Closed' : is_blocked ? 'Blocked' : closing ? 'To be closed' : owed > 0 ? 'Owes' : 'Active'

async function* userCells(services: Services, query: UserQuery) {
  for await (const user of allUsers(services, query)) {
    const standing = standingText(user)
    yield [
      ...[user.username, user.email, user.admin_creator ?? 'System', user.created_at, standing],
      ...[user.balance, user.owed.toFixed(2), user.totalBets, user.openBets],
    ]
  }
}

async function* lineCells({ queries }: Services, account: string, query: TransactionQuery) {
  for await (const line of allTransactions(queries, account, query)) {
    yield [
      ...[line.at, line.number, LINE_KIND_NAMES[line.kind], line.bet?.name ?? null, line.bet?.odds.toFixed(2) ?? null],
      ...[line.by, line.reason, line.amount.toFixed(2), line.balance],
    ]
  }
}
