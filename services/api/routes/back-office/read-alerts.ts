// GET /api/admin/alerts and /waiting: what needs attention now, and how much waits in each section.
import { countAskedSettlements } from '#projections/asked/queries.ts'
import { countWaitingDraws } from '#projections/treasury/queries.ts'
import { Alerts, Waiting } from '#services/contract/contract.ts'
import { seesAll, sessionOf } from '../../auth/authentication.ts'
import { awaitFreshReads } from '../../consistency/read-consistency.ts'
import type { Api } from '../../http/api.ts'
import { stopOfAll } from '../../reads/back-office/rules.ts'
import { createAlerts } from '../../reads/figures/alerts/alerts.ts'
import type { Services } from '../../services.ts'
import { forAdmins, liveForAdmins } from './for-admins.ts'

export function readAlerts(app: Api, services: Services): void {
  const { clock, feed, queries, requests, settings } = services
  const alerts = createAlerts({ db: queries, feed, clock, bounds: settings })

  app.get('/api/admin/alerts', liveForAdmins({ summary: 'What holds now and needs somebody', reply: Alerts }), () =>
    alerts(),
  )
  app.get(
    '/api/admin/waiting',
    forAdmins({
      summary: 'How much waits in each section, and whether all betting is stopped',
      reply: Waiting,
    }),
    async (request, reply) => {
      await awaitFreshReads(services, request, reply, ['accounts', 'asked', 'desk', 'treasury'])
      const [approvals, open, settlement, { total }, stopped] = await Promise.all([
        seesAll(sessionOf(request)) ? countWaitingDraws(queries) : null,
        requests.countOpen(),
        countAskedSettlements(queries),
        alerts(),
        stopOfAll(queries),
      ])
      return { approvals, requests: open, settlement, alerts: total, stopped }
    },
  )
}
