// GET /api/account/statement: every line of the caller's account, with the balance after it.
import { ErrorReply, Statement, StatementQuery } from '#services/contract/contract.ts'
import { sessionOf } from '../../auth/authentication.ts'
import { awaitFreshReads } from '../../consistency/read-consistency.ts'
import type { Api } from '../../http/api.ts'
import type { Services } from '../../services.ts'

export function readStatement(app: Api, services: Services): void {
  app.get(
    '/api/account/statement',
    {
      schema: {
        summary: 'The lines of the caller’s account, newest first, each with the balance after it',
        tags: ['account'],
        querystring: StatementQuery,
        response: { 200: Statement, '4xx': ErrorReply, '5xx': ErrorReply },
      },
      config: { queue: 'reads', session: { refusal: 'unauthorized' }, carries: ['X-Ledger-Position'] },
    },
    async (request, reply) => {
      await awaitFreshReads(services, request, reply, ['statement', 'bets'])
      return services.reads.statement(sessionOf(request).accountId, request.query)
    },
  )
}
