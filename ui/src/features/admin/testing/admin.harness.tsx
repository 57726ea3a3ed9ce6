// Renders the back office on a mock server that the test controls.
import { screen, waitFor } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import type { ReactNode } from 'react'
import { expect } from 'vitest'
import type {
  AdminBody,
  AdminUsers,
  Approvals,
  AuditLine,
  Customer,
  Dashboard,
  DeskBet,
  DeskBets,
  DeskBetTotals,
  ListedUser,
  Notes,
  RequestQueue,
  SuspendedMarkets,
  Transaction,
  Turnover,
} from '#services/contract/contract.ts'
import { startSession } from '#ui/lib/session.ts'
import { aBet, aUser } from '#ui/testing/factories.ts'
import { renderPage } from '#ui/testing/render.tsx'
import { server } from '#ui/testing/server.ts'
import { serveFigures } from './figures.ts'

export const aListedUser = (changes: Partial<ListedUser> = {}): ListedUser => ({
  ...aUser(),
  email: null,
  admin_creator: null,
  created_at: '2026-11-20T14:00:00.000Z',
  owed: 0,
  totalBets: 3,
  openBets: 1,
  closing: false,
  closed: false,
  erased: false,
  ...changes,
})

export const aDeskBet = (changes: Partial<DeskBet> = {}): DeskBet => ({
  ...aBet(),
  username: 'ada',
  userId: 'a'.repeat(32),
  number: 48_211,
  ...changes,
})

export const anAdmin = (
  username: string,
  changes: Partial<AdminUsers['adminUsers'][number]> = {},
): AdminUsers['adminUsers'][number] => ({
  userId: username,
  username,
  role: 'admin',
  balance: '0.00',
  is_blocked: false,
  admin_creator: null,
  created_at: '2026-11-20T14:00:00.000Z',
  pending: null,
  ...changes,
})

/** A line of the audit trail. */
export const aTrailLine = (number: number, changes: Partial<AuditLine> = {}): AuditLine => ({
  number,
  at: '2026-11-21T21:09:02.000Z',
  recordedAt: '2026-11-21T21:09:02.000Z',
  kind: 'people',
  type: 'AccountBlocked',
  who: { id: 'd'.repeat(32), name: 'desk-one', role: 'admin' },
  on: { id: 'a'.repeat(32), name: 'mallory' },
  what: [
    { text: 'desk-one ', strong: false },
    { text: 'blocked', strong: true },
    { text: ' mallory', strong: false },
  ],
  before: 'active',
  after: 'blocked',
  reason: 'shared account',
  approvedBy: null,
  command: 'c'.repeat(32),
  ip: '~1f2e3d4c',
  bet: null,
  fixture: null,
  amount: null,
  ...changes,
})

/** The state of the server, for tests to change. */
type ServerState = {
  users: ListedUser[]
  requests: RequestQueue['requests']
  admins: AdminUsers
  approvals: Approvals
  suspended: SuspendedMarkets['markets']
  bets: DeskBets
  betTotals: DeskBetTotals
  /** The same for every customer, except for the user. */
  customer: Omit<Customer, 'user'>
  transactions: Transaction[]
  turnover: Turnover
  notes: Notes['notes']
  views: AuditLine[]
  dashboard: Omit<Dashboard, 'users' | 'page'>
}
export const serverState: ServerState = initialState()
/** The query strings with which lists were requested. */
export const asked: string[] = []
/** The query strings with which totals of bets were requested. */
export const askedTotals: string[] = []
/** The actions that were sent. */
export const sent: { body: AdminBody; key: string | null }[] = []

/** `reply` answers actions; everything else comes from `serverState`. */
export function serve(
  reply: (body: AdminBody, nth: number) => Response | Promise<Response> = () => HttpResponse.json({ success: true }),
) {
  server.use(
    http.get('/api/admin/sessions', ({ request }) => {
      const username = new URL(request.url).searchParams.get('username')
      return HttpResponse.json({ username, secondFactor: false, sessions: [] })
    }),
    http.get('/api/admin/dashboard', ({ request }) => {
      const type = new URL(request.url).searchParams.get('type')
      const none = { total: 0, page: 1, pageSize: 10 }
      if (type === 'undecided') return HttpResponse.json({ events: [], ...none })
      if (type === 'fixture-pairs') return HttpResponse.json({ pairs: [], waiting: 0, ...none })
      if (type === 'suspended-markets') {
        const page = Number(new URL(request.url).searchParams.get('page') ?? 1)
        const markets = serverState.suspended.slice((page - 1) * 10, page * 10)
        return HttpResponse.json({ markets, ...none, total: serverState.suspended.length, page })
      }
      if (type === 'requests' || type === 'decided-requests') {
        const requests = serverState.requests.filter(({ state }) => (state === 'open') === (type === 'requests'))
        return HttpResponse.json({ requests, total: requests.length, page: 1, pageSize: 10 })
      }
      if (type === 'admin-users') return HttpResponse.json(serverState.admins)
      // Hidden from bettors, but still named in the back office.
      const hidden = [{ key: 'soccer_epl', title: 'EPL', country: 'GB-ENG' }]
      if (type === 'league-blacklist') return HttpResponse.json({ availableLeagues: [], blacklistedLeagues: hidden })
      const page = Number(new URL(request.url).searchParams.get('page') ?? 1)
      return HttpResponse.json({
        ...serverState.dashboard,
        users: serverState.users.slice((page - 1) * 10, page * 10),
        page,
      })
    }),
    http.get('/api/admin/settlement/done', () => HttpResponse.json({ done: [], older: null })),
    http.get('/api/admin/settlement/corrected', () => HttpResponse.json({ corrected: [], older: null })),
    http.get('/api/admin/settlement', () =>
      HttpResponse.json({ asked: [], total: 0, page: 1, pageSize: 10, above: 500 }),
    ),
    http.get('/api/admin/bets', ({ request }) => {
      asked.push(new URL(request.url).search)
      return HttpResponse.json(serverState.bets)
    }),
    http.get('/api/admin/bets/totals', ({ request }) => {
      askedTotals.push(new URL(request.url).search)
      return HttpResponse.json(serverState.betTotals)
    }),
    http.get('/api/admin/users', ({ request }) => {
      const { search, searchParams } = new URL(request.url)
      asked.push(search)
      const from = Number(searchParams.get('key')?.slice(2) ?? 0)
      const { users } = serverState
      return HttpResponse.json({
        users: users.slice(from, from + 10),
        newer: from > 0 ? `n.${Math.max(0, from - 10)}` : null,
        older: users.length > from + 10 ? `o.${from + 10}` : null,
        totalUsers: users.length,
        userBalance: 65,
        creators: ['desk-one', 'desk-two'],
      })
    }),
    http.get('/api/admin/users/:id', ({ params }) => {
      const user = serverState.users.find(({ id }) => id === params.id)
      return user === undefined
        ? HttpResponse.json({ error: 'Account not found', code: 'account_missing' }, { status: 404 })
        : HttpResponse.json({ ...serverState.customer, user })
    }),
    http.get('/api/admin/users/:id/transactions', ({ request }) => {
      asked.push(new URL(request.url).search)
      return HttpResponse.json({ lines: serverState.transactions, next: null })
    }),
    http.get('/api/admin/users/:id/turnover', () => HttpResponse.json(serverState.turnover)),
    http.get('/api/admin/users/:id/notes', () => HttpResponse.json({ notes: serverState.notes, next: null })),
    http.get('/api/admin/audit', ({ request }) => {
      asked.push(new URL(request.url).search)
      const lines = serverState.views
      return HttpResponse.json({ lines, newer: false, older: false, matching: lines.length, events: 48_212 })
    }),
    http.get('*/api/sports', () => HttpResponse.json([])),
    http.get('/api/admin/approvals', () => HttpResponse.json(serverState.approvals)),
    http.post('/api/admin/dashboard', async ({ request }) => {
      const body = (await request.json()) as AdminBody
      sent.push({ body, key: request.headers.get('Idempotency-Key') })
      return reply(body, sent.length)
    }),
  )
}

/** Opens a page of the back office at an address, as an admin named desk-one, or as an auditor. */
export async function open(page: ReactNode, path: string, { asAuditor = false } = {}) {
  const user = aUser({
    id: 'd'.repeat(32),
    username: 'desk-one',
    is_admin: true,
    ...(asAuditor && { read_only: true as const }),
  })
  startSession({ user, token: 't' })
  const view = await renderPage(page, { path })
  await screen.findByRole('heading', { level: 1 })
  return view
}

/** Waits until a status region contains the text. */
export const expectStatus = (text: string) =>
  waitFor(() => expect(screen.getAllByRole('status').map((status) => status.textContent)).toContain(text))

function initialState(): ServerState {
  return {
    customer: {
      openStake: 10,
      deposited: 190,
      withdrawn: 60,
      settledBets: 2,
      turnover: 40,
      result: 2,
      limits: { limits: [], break: null, perBet: { stake: null, payout: null } },
      mayChangePassword: true,
      goodwillLeftToday: 100,
      blocked: null,
      role: 'admin',
      currentAdminBalance: 18_240,
    },
    transactions: [
      {
        id: '48205.0',
        number: 48_205,
        at: '2026-11-21T21:08:02.000Z',
        kind: 'deposit',
        bet: null,
        amount: 50,
        balance: '65.00',
        by: 'desk-two',
        reason: 'request 211, paid in cash',
      },
      {
        id: '48196.0',
        number: 48_196,
        at: '2026-11-21T21:06:11.000Z',
        kind: 'stake',
        bet: { id: 'b'.repeat(32), name: 'Real Betis', odds: 2.45 },
        amount: -10,
        balance: '15.00',
        by: 'ada',
        reason: null,
      },
    ],
    turnover: {
      days: [{ day: '2026-11-20', bets: 2, staked: 40, returned: 42, profit: 2 }],
      next: null,
      total: { bets: 2, staked: 40, returned: 42, profit: 2 },
      sports: [{ sport: 'soccer', bets: 2, staked: 40, returned: 42, profit: 2 }],
    },
    notes: [{ number: 48_100, at: '2026-11-20T14:00:00.000Z', admin: 'desk-two', text: 'Called about a pay-out' }],
    views: [],
    requests: [],
    admins: {
      adminUsers: [anAdmin('desk-one', { role: 'super-admin' }), anAdmin('desk-two', { balance: '500.00' })],
      superAdmins: ['desk-one'],
    },
    approvals: { decides: true, waiting: [], decided: [], usedToday: 0, dailyBudget: 20_000 },
    suspended: [],
    betTotals: {
      totals: { bets: 1_204, open: 3, staked: 3_000, openStakes: 60, returned: 2_800, net: 140 },
      most: 20_000,
    },
    bets: {
      bets: [
        aDeskBet(),
        aDeskBet({ status: 'won', potential_win: 42 }),
        aDeskBet({ status: 'lost', potential_win: 0 }),
      ],
      newer: null,
      older: null,
    },
    users: [aListedUser({ id: 'a'.repeat(32), username: 'ada', balance: '65.00' })],
    dashboard: {
      bets: [],
      userStats: [{ username: 'ada', totalStake: 60, totalWinnings: 42, pnl: 2, totalBets: 3, avgBet: 20 }],
      houseProfit: -2,
      openStakes: 20,
      currentAdminBalance: 18_240,
      role: 'super-admin',
      userBalance: 65,
      totalUsers: 1,
      totalBets: 3,
      pageSize: 10,
    },
  }
}

/** For `beforeEach`: restores the initial state. */
export function resetServer() {
  Object.assign(serverState, initialState())
  sent.length = 0
  asked.length = 0
  askedTotals.length = 0
  serve()
  serveFigures()
}
