// GET /api/account/sessions: where the caller is signed in.
import { ErrorReply, OwnSessions } from '#services/contract/contract.ts'
import { inBusinessTime } from '#services/platform/clock/business-time.ts'
import { sessionOf } from '../../auth/authentication.ts'
import type { Api } from '../../http/api.ts'
import type { Services } from '../../services.ts'

export function listSessions(app: Api, { sessions, clock }: Services): void {
  app.get(
    '/api/account/sessions',
    {
      schema: {
        summary: 'Where the caller is signed in',
        tags: ['account'],
        response: { 200: OwnSessions, '4xx': ErrorReply, '5xx': ErrorReply },
      },
      config: { queue: 'reads', session: { refusal: 'unauthorized' } },
    },
    async (request) => {
      const { accountId, commitment } = sessionOf(request)
      const own = await sessions.list(accountId)
      const shown = own.map(({ id, userAgent, signedInAt, usedAt }) => ({
        id,
        userAgent,
        signedInAt: inBusinessTime(clock, signedInAt).toISOString(),
        usedAt: inBusinessTime(clock, usedAt).toISOString(),
        current: id === commitment,
      }))
      return { sessions: shown.toSorted((a, b) => Number(b.current) - Number(a.current)) }
    },
  )
}
