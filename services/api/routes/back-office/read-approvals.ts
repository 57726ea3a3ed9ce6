// GET /api/admin/approvals: what waits for a super admin, and what was given from the treasury.
import { Approvals } from '#services/contract/contract.ts'
import { seesAll, sessionOf } from '../../auth/authentication.ts'
import { awaitFreshReads } from '../../consistency/read-consistency.ts'
import type { Api } from '../../http/api.ts'
import { approvals } from '../../reads/back-office/admins.ts'
import type { Services } from '../../services.ts'
import { forAdmins } from './for-admins.ts'

export function readApprovals(app: Api, services: Services): void {
  const { queries, reads, clock, rules } = services
  app.get(
    '/api/admin/approvals',
    forAdmins({
      summary:
        'Draws on the treasury that wait, those that do not, and today’s budget; of plain admins what they asked for',
      reply: Approvals,
    }),
    async (request, reply) => {
      const session = sessionOf(request)
      await awaitFreshReads(services, request, reply, ['accounts', 'treasury', 'audit'])
      const budgetCents = (await rules.now()).settings['treasury-per-day']
      const reader = { account: session.accountId, all: seesAll(session), decides: session.role === 'super-admin' }
      return approvals({ queries, people: reads.people, now: clock.businessNow(), budgetCents, reader })
    },
  )
}
