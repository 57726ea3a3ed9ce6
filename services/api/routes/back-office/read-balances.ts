// GET /api/admin/balances: what every account held at a moment.
import { Balances, BalancesQuery } from '#services/contract/contract.ts'
import { sessionOf } from '../../auth/authentication.ts'
import { awaitFreshReads } from '../../consistency/read-consistency.ts'
import type { Api } from '../../http/api.ts'
import { sendCsv } from '../../http/replies/csv.ts'
import { namedTitles, roleCells } from '../../reads/back-office/file-words.ts'
import { readBalances as balancesOf, exportedBalances } from '../../reads/trail/balances.ts'
import type { Services } from '../../services.ts'
import { forAdmins } from './for-admins.ts'

const TITLES = ['Account', 'Name', ...namedTitles('Role'), 'Balance in EUR', 'Owed in EUR', 'Ledger number']

export function readBalances(app: Api, services: Services): void {
  const { queries, clock, security, views } = services
  app.get(
    '/api/admin/balances',
    forAdmins({
      summary: 'Every account and the house as of a time or a ledger number; format=csv as a file of all accounts',
      querystring: BalancesQuery,
      reply: Balances,
    }),
    async (request, reply) => {
      const { format, ...query } = request.query
      const session = sessionOf(request)
      await awaitFreshReads(services, request, reply, ['audit', 'accounts', 'balances', 'statement'])
      const now = clock.businessNow()
      if (format === 'json') return balancesOf(queries, query, now)
      security.record('sensitive_read', request, { by: session.accountId, route: '/api/admin/balances' })
      await views.ofAll(session, 'balances-file')
      return sendCsv(reply, 'balances.csv', TITLES, rows())

      async function* rows() {
        for await (const { id, name, role, balance, owed, number } of exportedBalances(queries, query, now)) {
          yield [id, name, ...roleCells(role), balance, owed.toFixed(2), number]
        }
      }
    },
  )
}
