// GET /api/admin/approvals: what waits for a super admin, and what was handed out from the treasury.
import { Approvals, ErrorReply } from '#services/contract/contract.ts'
import { sessionOf } from '../../auth/authentication.ts'
import { awaitFreshReads } from '../../consistency/read-consistency.ts'
import type { Api } from '../../http/api.ts'
import { ApiError } from '../../http/errors/errors.ts'
import { approvals } from '../../reads/desk/admins.ts'
import type { Services } from '../../services.ts'

export function readApprovals(app: Api, services: Services): void {
  const { queries, reads, clock, settings } = services
  app.get(
    '/api/admin/approvals',
    {
      schema: {
        summary: 'For super admins: draws on the treasury that wait, those that do not, and today’s budget',
        tags: ['back office'],
        response: { 200: Approvals, '4xx': ErrorReply, '5xx': ErrorReply },
      },
      config: { queue: 'reads', session: { refusal: 'unauthorized', admin: true }, carries: ['X-Ledger-Position'] },
    },
    async (request, reply) => {
      const session = sessionOf(request)
      if (session.role !== 'super-admin') throw new ApiError('super_admin_required')
      await awaitFreshReads(services, request, reply, session, ['accounts', 'treasury'])
      const budgetCents = settings.TREASURY_DAILY_BUDGET
      return approvals({ queries, people: reads.people, now: clock.businessNow(), budgetCents })
    },
  )
}
