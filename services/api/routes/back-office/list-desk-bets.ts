// GET /api/admin/bets: everybody's bets, filtered and sorted, in pages or as a file. GET /api/admin/bets/totals: their
// sums.
import { BET_STATUS_NAMES } from '#domain/bet/bet-statuses.ts'
import { type DeskBet, DeskBetFilter, DeskBetQuery, DeskBets, DeskBetTotals } from '#services/contract/contract.ts'
import { csvLine } from '#services/csv/csv.ts'
import { sessionOf } from '../../auth/authentication.ts'
import { awaitFreshReads } from '../../consistency/read-consistency.ts'
import type { Api } from '../../http/api.ts'
import { CachedReply, sendCached } from '../../http/replies/cached-reply.ts'
import { sendCsvParts } from '../../http/replies/csv.ts'
import { marketCells, namedTitles } from '../../reads/back-office/file-words.ts'
import type { Services } from '../../services.ts'
import { forAdmins } from './for-admins.ts'

const NEEDED = ['accounts', 'audit', 'bets', 'fixtures'] as const
const TOTALS_NEEDED = ['accounts', 'audit', 'bets', 'book'] as const

export function listDeskBets(app: Api, services: Services): void {
  app.get(
    '/api/admin/bets',
    forAdmins({
      summary:
        'Everybody’s bets: filtered, sorted by placement or stake, by pages that begin at a key; format=csv: all as a file',
      querystring: DeskBetQuery,
      reply: DeskBets,
    }),
    async (request, reply) => {
      await awaitFreshReads(services, request, reply, NEEDED)
      const { deskBets } = services.reads
      const { query } = request
      if (query.format === 'csv') {
        await services.views.ofAll(sessionOf(request), 'bets-file')
        return sendCsvParts(reply, 'bets.csv', HEAD, linesOf(deskBets.all(query)))
      }
      return sendCached(request, reply, new CachedReply(await deskBets.page(query)))
    },
  )
  app.get(
    '/api/admin/bets/totals',
    forAdmins({
      summary: 'What all bets come to that a filter lets through',
      querystring: DeskBetFilter,
      reply: DeskBetTotals,
    }),
    async (request, reply) => {
      await awaitFreshReads(services, request, reply, TOTALS_NEEDED)
      return services.reads.deskBets.totals(request.query)
    },
  )
}

const HEAD = [
  'Ledger number',
  'Placed',
  'User',
  'Bet',
  'Game',
  ...namedTitles('Market'),
  'Selection',
  'Odds',
  'Stake in EUR',
  'Potential win in EUR',
  'Status',
  'Settled',
  'Returned in EUR',
  'House profit in EUR',
  'Can still return in EUR',
]

async function* linesOf(pages: AsyncIterable<readonly DeskBet[]>): AsyncGenerator<string> {
  for await (const bets of pages) yield bets.map(lineOf).join('')
}

function lineOf(bet: DeskBet): string {
  const isOpen = bet.status === 'pending'
  const selections = bet.legs?.map(({ gameTitle, selection }) => `${gameTitle}: ${selection}`).join('; ')
  return csvLine([
    bet.number,
    bet.created_at,
    bet.username,
    bet.id,
    bet.game,
    ...marketCells(bet.bet_type),
    selections ?? bet.selection,
    bet.odd.toFixed(2),
    bet.bet_amount.toFixed(2),
    bet.struck_potential_win.toFixed(2),
    BET_STATUS_NAMES[bet.status],
    bet.settled_at,
    isOpen ? null : bet.potential_win.toFixed(2),
    isOpen ? null : (bet.bet_amount - bet.potential_win).toFixed(2),
    bet.could_return?.toFixed(2) ?? null,
  ])
}
