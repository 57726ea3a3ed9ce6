// The settlement desk over a mock server whose state the tests set.
import { HttpResponse, http } from 'msw'
import type {
  AskedSettlement,
  CorrectedResults,
  DeskEventBets,
  DoneToday,
  FixturePairs,
  SettlementPreview,
  SuspendedMarkets,
  UndecidedFixtures,
} from '#services/contract/contract.ts'
import { server } from '#ui/testing/server.ts'
import { SettlementPage } from '../components/settlement/settlement-page.tsx'
import { open, resetServer, serve } from './admin.harness.tsx'

export const EVENT = 'e'.repeat(32)
export const REQUEST = 'd'.repeat(32)
export const AT = '2026-11-20T14:00:00.000Z'

export const anEvent = (changes: Partial<DeskEventBets> = {}): DeskEventBets => ({
  eventId: EVENT,
  league_key: 'soccer_epl',
  league_title: 'EPL',
  live: null,
  actions: ['recordResult', 'voidMarket', 'voidEvent'],
  home_team: 'Lazio',
  away_team: 'Udinese',
  commence_time: AT,
  openBets: 2,
  state: 'open',
  score: null,
  regulation: null,
  voided: [],
  decided: [],
  complete: true,
  selections: [
    {
      market: 'h2h',
      selection: 'home',
      point: null,
      name: 'Lazio',
      open: 2,
      settled: 0,
      inParlays: 1,
      stakes: 30,
      returned: 0,
    },
    {
      market: 'totals',
      selection: 'over',
      point: '2.5',
      name: 'Over 2.5',
      open: 1,
      settled: 0,
      inParlays: 0,
      stakes: 5,
      returned: 0,
    },
  ],
  bets: [
    {
      id: 'b'.repeat(32),
      userId: 'a'.repeat(32),
      username: 'ada',
      market: 'h2h',
      selection: 'Lazio',
      parlay: false,
      odds: 2.1,
      stake: 20,
      status: 'pending',
      returned: null,
      actions: ['voidBet'],
    },
    {
      id: 'c'.repeat(32),
      userId: 'a'.repeat(32),
      username: 'ada',
      market: 'totals',
      selection: 'Over 2.5',
      parlay: false,
      odds: 1.9,
      stake: 5,
      status: 'won',
      returned: 9.5,
      actions: ['voidBet', 'resettleBet'],
    },
  ],
  ...changes,
})
const sums = {
  bets: 2,
  waiting: 0,
  reopened: 0,
  stakes: 30,
  returnedBefore: 0,
  returnedAfter: 63,
  wallets: 63,
  house: -33,
  moves: 63,
}
export const aPreview = (changes: Partial<SettlementPreview> = {}): SettlementPreview => ({
  fingerprint: 'f'.repeat(64),
  complete: true,
  moves: 63,
  later: 0,
  above: 500,
  needsApproval: false,
  nothing: false,
  scoreBefore: null,
  scoreAfter: { home: 2, away: 1 },
  total: { ...sums, getting: 1, giving: 0, becomesOwed: 0 },
  groups: [{ ...sums, market: 'h2h', selection: 'Lazio' }],
  unchanged: 0,
  bets: [
    {
      id: 'b'.repeat(32),
      userId: 'a'.repeat(32),
      username: 'ada',
      selection: 'Lazio',
      odds: 2.1,
      stake: 30,
      statusBefore: 'pending',
      statusAfter: 'won',
      before: null,
      after: 63,
      mayReturn: null,
    },
  ],
  accounts: [
    {
      userId: 'a'.repeat(32),
      username: 'ada',
      change: 63,
      walletBefore: 5,
      walletAfter: 68,
      owedBefore: 0,
      owedAfter: 0,
    },
  ],
  ...changes,
})
export const anAsk = (changes: Partial<AskedSettlement> = {}): AskedSettlement => ({
  request: REQUEST,
  eventId: EVENT,
  betId: null,
  command: 'RecordResult',
  market: null,
  score: { home: 2, away: 1 },
  selections: [],
  askedBy: 'desk-two',
  own: false,
  askedAt: AT,
  reason: 'the price was wrong',
  moves: 630,
  title: 'Roma vs Napoli',
  ...changes,
})

/** The state of the mock server, for tests to change. */
export const desk = {
  event: anEvent(),
  preview: aPreview() as SettlementPreview | null,
  asked: [] as AskedSettlement[],
  undecided: [] as UndecidedFixtures['events'],
  suspended: [] as SuspendedMarkets['markets'],
  pairs: [] as FixturePairs['pairs'],
  /** In pages of one. */
  done: [] as DoneToday['done'],
  corrected: [] as CorrectedResults['corrected'],
}
/** The previews that were requested. */
export const previews: object[] = []

/** `reply`: to every action. */
export function serveDesk(reply?: () => Response) {
  serve(reply)
  server.use(
    http.get('/api/admin/dashboard', ({ request }) => {
      const { searchParams } = new URL(request.url)
      const type = searchParams.get('type')
      const page = Number(searchParams.get('page') ?? 1)
      const pages = { total: desk.undecided.length, page, pageSize: 10 }
      const events = desk.undecided.slice((page - 1) * 10, page * 10)
      if (type === 'undecided') return HttpResponse.json({ events, ...pages })
      if (type === 'suspended-markets') {
        const markets = desk.suspended.slice((page - 1) * 10, page * 10)
        return HttpResponse.json({ markets, ...pages, total: desk.suspended.length })
      }
      if (type === 'fixture-pairs') {
        const waiting = desk.pairs.filter(({ resolution }) => resolution === null).length
        const pairs = desk.pairs.slice((page - 1) * 10, page * 10)
        return HttpResponse.json({ pairs, ...pages, total: desk.pairs.length, waiting })
      }
      return HttpResponse.json({ requests: [], total: 0, page: 1, pageSize: 10 })
    }),
    http.get('/api/admin/settlement', ({ request }) => {
      const page = Number(new URL(request.url).searchParams.get('page'))
      const asked = desk.asked.slice((page - 1) * 10, page * 10)
      return HttpResponse.json({ asked, total: desk.asked.length, page, pageSize: 10, above: 500 })
    }),
    http.get('/api/admin/settlement/asked/:request', ({ params }) =>
      HttpResponse.json({ asked: desk.asked.find(({ request }) => request === params.request) ?? null }),
    ),
    http.get('/api/admin/settlement/done', ({ request }) => {
      const page = Number(new URL(request.url).searchParams.get('before') ?? 0)
      return HttpResponse.json({
        done: desk.done.slice(page, page + 1),
        older: page + 1 < desk.done.length ? page + 1 : null,
      })
    }),
    http.get('/api/admin/settlement/corrected', () => HttpResponse.json({ corrected: desk.corrected, older: null })),
    http.get('/api/admin/settlement/events', () => HttpResponse.json({ events: [desk.event] })),
    http.get('/api/admin/settlement/events/:id', () => HttpResponse.json(desk.event)),
    http.get('/api/admin/settlement/preview', ({ request }) => {
      previews.push(JSON.parse(new URL(request.url).searchParams.get('what')!) as object)
      return desk.preview === null
        ? HttpResponse.json({ code: 'fixture_not_started', error: 'This event has not started yet' }, { status: 409 })
        : HttpResponse.json(desk.preview)
    }),
  )
}

/** An event with two open bets, nothing that waits, and every action succeeds. */
export function resetDesk(): void {
  resetServer()
  previews.length = 0
  Object.assign(desk, { event: anEvent(), preview: aPreview(), asked: [], undecided: [], suspended: [], pairs: [] })
  Object.assign(desk, { done: [], corrected: [] })
  serveDesk(() => HttpResponse.json({ success: true, message: 'Result recorded', position: '' }))
}

export const openEvent = () => open(<SettlementPage />, `/admin/settlement?event=${EVENT}`)
