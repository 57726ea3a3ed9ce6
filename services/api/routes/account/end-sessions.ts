// POST /api/account/sessions/end: ends one of the caller's own sessions, or all others. Ending one that has
// ended already, or is not the caller's, succeeds and does nothing: nobody learns of sessions that are not their own.
import { Done, EndSessions, ErrorReply } from '#services/contract/contract.ts'
import { sessionOf } from '../../auth/authentication.ts'
import type { Api } from '../../http/api.ts'
import type { Services } from '../../services.ts'

export function endSessions(app: Api, { signIns, security }: Services): void {
  app.post(
    '/api/account/sessions/end',
    {
      schema: {
        summary: 'End one of the caller’s sessions, or all others',
        tags: ['account'],
        body: EndSessions,
        response: { 200: Done, '4xx': ErrorReply, '5xx': ErrorReply },
      },
      config: { queue: 'reads', session: { refusal: 'unauthorized', ownAccess: true } },
    },
    async (request) => {
      const own = sessionOf(request)
      const { body } = request
      const which = 'session' in body ? { id: body.session } : { otherThan: own.commitment }
      if ((await signIns.signOut(own, which)) > 0)
        security.record('authn_sessions_ended', request, { account: own.accountId })
      return { success: true as const }
    },
  )
}
