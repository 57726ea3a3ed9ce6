// GET /api/admin/sessions: where somebody is signed in. Admins' sessions are shown to super admins and auditors only.
import { AdminSessions, SessionsQuery } from '#services/contract/contract.ts'
import { inBusinessTime } from '#services/platform/clock/business-time.ts'
import { seesAll, sessionOf } from '../../auth/authentication.ts'
import { accountNamed } from '../../back-office/account-named.ts'
import type { Api } from '../../http/api.ts'
import { ApiError } from '../../http/errors/errors.ts'
import type { Services } from '../../services.ts'
import { liveForAdmins } from './for-admins.ts'

export function readSessions(app: Api, services: Services): void {
  const { accounts, sessions, clock, views } = services
  app.get(
    '/api/admin/sessions',
    liveForAdmins({ summary: 'Where a user is signed in', querystring: SessionsQuery, reply: AdminSessions }),
    async (request) => {
      const session = sessionOf(request)
      const { accountId: actor, commitment } = session
      const { accountId, username } = await accountNamed(services, request.query.username)
      const [asking, target] = await Promise.all([accounts.read(actor), accounts.read(accountId)])
      if (asking.blocked) throw new ApiError('account_blocked')
      const isOfBettor = target.opened?.role === 'user'
      const mayLook = isOfBettor || actor === accountId || (asking.opened !== null && seesAll(asking.opened))
      if (!mayLook) throw new ApiError('super_admin_required')
      const shown = (await sessions.list(accountId)).map(({ ip, signedInAt, usedAt, ...rest }) => ({
        ...rest,
        address: ip,
        signedInAt: inBusinessTime(clock, signedInAt).toISOString(),
        usedAt: inBusinessTime(clock, usedAt).toISOString(),
        current: rest.id === commitment,
      }))
      await views.ofSomebody(session, 'sessions', accountId)
      return { username, secondFactor: target.secondFactor !== undefined, sessions: shown }
    },
  )
}
