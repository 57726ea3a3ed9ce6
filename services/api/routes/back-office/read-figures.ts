// GET /api/admin/overview, /profit, /liability and /ticker: the house's balances, profit and possible payouts.
import { eurosOf } from '#domain/money.ts'
import { Liability, LiabilityQuery, Overview, Profit, ProfitQuery, Ticker } from '#services/contract/contract.ts'
import { sessionOf } from '../../auth/authentication.ts'
import { awaitFreshReads } from '../../consistency/read-consistency.ts'
import type { Api } from '../../http/api.ts'
import { ApiError } from '../../http/errors/errors.ts'
import { sendCsv } from '../../http/replies/csv.ts'
import { leagueCells, marketCells, namedTitles } from '../../reads/back-office/file-words.ts'
import { allLiability, placeOf, readLiability } from '../../reads/figures/liability.ts'
import { readOverview } from '../../reads/figures/overview.ts'
import { readProfit } from '../../reads/figures/profit.ts'
import { newestBets } from '../../reads/figures/ticker.ts'
import type { Services } from '../../services.ts'
import { forAdmins } from './for-admins.ts'

const PROFIT_TITLES = ['Placed', 'Staked in EUR', 'Settled', 'Stakes in EUR', 'Returns in EUR', 'Profit in EUR']
const PROFIT_BY = {
  day: { titles: ['Day'], cells: (day: string) => [day] },
  league: { titles: namedTitles('League'), cells: leagueCells },
  market: { titles: namedTitles('Market'), cells: marketCells },
}
const LIABILITY_TITLES = [
  ...['Event', 'Home', 'Away', ...namedTitles('League'), 'Start', ...namedTitles('Market'), 'Outcome'],
  ...['Singles', 'Stakes in EUR', 'Singles pay in EUR', 'Parlays', 'Parlays pay at most in EUR', 'Exposure in EUR'],
  ...['Stakes of the market in EUR', 'Exposure as taken in EUR'],
]

export function readFigures(app: Api, services: Services): void {
  const { clock, queries, settings } = services
  app.get(
    '/api/admin/overview',
    forAdmins({ summary: 'The figures of the house', reply: Overview }),
    async (request, reply) => {
      await awaitFreshReads(services, request, reply, ['accounts', 'house', 'book', 'fixtures'])
      return readOverview(queries, sessionOf(request).accountId, clock.businessNow())
    },
  )
  app.get(
    '/api/admin/profit',
    forAdmins({
      summary: 'What the house made, by business day, league or market; format=csv as a file',
      querystring: ProfitQuery,
      reply: Profit,
    }),
    async (request, reply) => {
      const { by, format } = request.query
      await awaitFreshReads(services, request, reply, ['book'])
      const profit = await readProfit(queries, request.query, clock.businessNow())
      if (format === 'json') return profit
      const { titles, cells } = PROFIT_BY[by]
      const rows = profit.rows.map((row) => [
        ...[...cells(row.key), row.placed, row.staked.toFixed(2), row.settled, row.stakes.toFixed(2)],
        ...[row.returns.toFixed(2), row.profit.toFixed(2)],
      ])
      return sendCsv(reply, `profit-by-${by}.csv`, [...titles, ...PROFIT_TITLES], rows)
    },
  )
  app.get(
    '/api/admin/liability',
    forAdmins({
      summary: 'What open bets may cost, by outcome, the worst first or sorted otherwise; format=csv as a file',
      querystring: LiabilityQuery,
      reply: Liability,
    }),
    async (request, reply) => {
      const { after, format } = request.query
      const place = after === undefined ? null : placeOf(after)
      if (after !== undefined && place === null)
        throw new ApiError('invalid_request', { error: 'after: no such place' })
      await awaitFreshReads(services, request, reply, ['book', 'fixtures'])
      const now = clock.businessNow()
      if (format === 'json') return readLiability(queries, request.query, place, now)
      return sendCsv(reply, 'liability.csv', LIABILITY_TITLES, liabilityRows(services, request.query))
    },
  )
  app.get(
    '/api/admin/ticker',
    forAdmins({
      summary: 'The newest bets; the topic ticker of /api/stream tells the next ones',
      reply: Ticker,
    }),
    async (request, reply) => {
      await awaitFreshReads(services, request, reply, ['bets', 'fixtures'])
      const { BIG_STAKE } = settings
      return { bets: await newestBets(queries, -1, BIG_STAKE), bigStake: eurosOf(BIG_STAKE) }
    },
  )
}

async function* liabilityRows({ queries, clock }: Services, query: LiabilityQuery) {
  for await (const one of allLiability(queries, query, clock.businessNow())) {
    yield [
      ...[one.eventId, one.home_team, one.away_team, ...leagueCells(one.league_key), one.commence_time],
      ...[...marketCells(one.market), one.name],
      ...[one.singles, one.stakes.toFixed(2), one.pays.toFixed(2), one.parlays],
      ...[one.parlayPays.toFixed(2), one.exposure.toFixed(2), one.marketStakes.toFixed(2)],
      one.struckExposure.toFixed(2),
    ]
  }
}
