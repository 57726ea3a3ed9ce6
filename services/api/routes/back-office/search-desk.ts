// GET /api/admin/search?q=: people by name, bets by id, events by team, ledger numbers.
import { DeskFindings, DeskSearchQuery } from '#services/contract/contract.ts'
import { awaitFreshReads } from '../../consistency/read-consistency.ts'
import type { Api } from '../../http/api.ts'
import type { Services } from '../../services.ts'
import { forAdmins } from './for-admins.ts'

const NEEDED = ['accounts', 'audit', 'bets', 'fixtures'] as const

export function searchDesk(app: Api, services: Services): void {
  app.get(
    '/api/admin/search',
    forAdmins({
      summary: 'Finds people by the beginning of their name, bets and accounts by id, events by team, ledger numbers',
      querystring: DeskSearchQuery,
      reply: DeskFindings,
    }),
    async (request, reply) => {
      await awaitFreshReads(services, request, reply, NEEDED)
      return services.reads.findForDesk(request.query.q)
    },
  )
}
