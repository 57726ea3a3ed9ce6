// The figures of the house on the mock server, for tests to change.
import { HttpResponse, http } from 'msw'
import type {
  Alerts,
  FeedHealth,
  Liability,
  OutcomeLiability,
  Overview,
  Profit,
  Ticker,
  TickerBet,
  Waiting,
} from '#services/contract/contract.ts'
import { server } from '#ui/testing/server.ts'

export const anOutcome = (changes: Partial<OutcomeLiability> = {}): OutcomeLiability => ({
  eventId: 'e'.repeat(32),
  league_key: 'soccer_epl',
  home_team: 'Arsenal',
  away_team: 'Everton',
  commence_time: '2026-11-21T15:00:00.000Z',
  market: 'totals',
  point: '2.5',
  selection: 'over',
  name: 'Over 2.5',
  singles: 2,
  stakes: 30,
  pays: 57,
  parlays: 1,
  parlayPays: 40,
  exposure: 97,
  struckExposure: 97,
  marketStakes: 45,
  ...changes,
})

export const aTickerBet = (number: number, changes: Partial<TickerBet> = {}): TickerBet => ({
  id: String(number).padStart(32, '0'),
  number,
  at: '2026-11-20T14:00:00.000Z',
  userId: 'a'.repeat(32),
  username: 'ada',
  stake: 20,
  odds: 2.1,
  potentialWin: 42,
  legs: [{ eventId: 'e'.repeat(32), game: 'Arsenal vs Everton', market: 'h2h', selection: 'Arsenal', inPlay: false }],
  isBig: false,
  ...changes,
})

const sums = { placed: 3, staked: 60, settled: 2, stakes: 40, returns: 42, profit: -2 }
const league = { readAt: '2026-11-20T13:59:30.000Z', ageS: 30, unread: 0, failingSince: null }

const initial = () => ({
  overview: {
    currentAdminBalance: 18_240,
    userBalance: 65,
    totalUsers: 1,
    totalBets: 3,
    betsToday: 2,
    houseProfit: -2,
    profitToday: 1.5,
    openBets: 1,
    openStakes: 20,
    worst: anOutcome(),
  } as Overview,
  profit: {
    rows: [{ key: '2026-11-19', ...sums }],
    total: sums,
    before: 10,
    first: '2026-11-18',
    today: '2026-11-20',
    leagues: ['soccer_epl'],
    markets: ['h2h', 'parlay'],
  } as Profit,
  liability: { outcomes: [anOutcome()], next: null, worst: 97 } as Liability,
  ticker: { bets: [aTickerBet(7)], bigStake: 100 } as Ticker,
  alerts: { alerts: [], total: 0, bigStake: 100, bigExposure: 5_000 } as Alerts,
  waiting: { approvals: null, requests: 0, settlement: 0, alerts: 0, stopped: null } as Waiting,
  feed: {
    status: 'live',
    since: null,
    breaker: 'closed',
    trouble: null,
    lastError: null,
    credits: { remaining: 412_880, used: 87_120, readAt: null, budgetToday: null, spentToday: 1_200 },
    counts: {
      callsToday: 900,
      failuresToday: 1,
      leagues: 1,
      staleLeagues: 0,
      games: 10,
      priced: 9,
      staleGames: 0,
      unread: 0,
    },
    begunEarly: [],
    leagues: [
      { league: 'soccer_epl', live: 1, upcoming: 9, stale: false, odds: league, events: league, scores: league },
    ],
  } as FeedHealth,
})

export const figuresState = initial()
/** The addresses that were requested. */
export const askedFigures: URL[] = []

export function serveFigures(): void {
  Object.assign(figuresState, initial())
  askedFigures.length = 0
  const reply = (path: string, name: keyof typeof figuresState) =>
    http.get(`/api/admin/${path}`, ({ request }) => {
      askedFigures.push(new URL(request.url))
      return HttpResponse.json(figuresState[name])
    })
  server.use(
    reply('overview', 'overview'),
    reply('profit', 'profit'),
    reply('liability', 'liability'),
    reply('ticker', 'ticker'),
    reply('alerts', 'alerts'),
    reply('waiting', 'waiting'),
    reply('feed-health', 'feed'),
    http.get('/api/sports', () =>
      HttpResponse.json([
        {
          key: 'soccer',
          title: 'Football',
          description: '',
          leagues: [{ key: 'soccer_epl', title: 'EPL', country: 'England' }],
        },
      ]),
    ),
  )
}
