// GET /api/admin/suspicions: shared addresses, bets just before something happened, stakes out of line.
import { SuspicionQuery, Suspicions } from '#services/contract/contract.ts'
import { awaitFreshReads } from '../../consistency/read-consistency.ts'
import type { Api } from '../../http/api.ts'
import { readSuspicions } from '../../reads/suspicions/suspicions.ts'
import type { Services } from '../../services.ts'
import { forAdmins } from './for-admins.ts'

export function listSuspicions(app: Api, services: Services): void {
  app.get(
    '/api/admin/suspicions',
    forAdmins({
      summary: 'What the desk may want to look at: by kind, the newest first, walked by pages that may be empty',
      querystring: SuspicionQuery,
      reply: Suspicions,
    }),
    async (request, reply) => {
      await awaitFreshReads(services, request, reply, ['bets'])
      return readSuspicions(services.queries, request.query, services.settings, services.clock)
    },
  )
}
