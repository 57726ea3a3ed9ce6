// GET /api/bets/my-bets: the open bets, then the newest settled ones; ?before=<bet id> pages on, as does the reply's Link.
import type { FastifyReply } from 'fastify'
import { z } from 'zod'
import { Id } from '#domain/values.ts'
import { Bets, ErrorReply } from '#services/contract/contract.ts'
import { sessionOf } from '../../auth/authentication.ts'
import { awaitFreshReads } from '../../consistency/read-consistency.ts'
import type { Api } from '../../http/api.ts'
import { sendCached } from '../../http/replies/cached-reply.ts'
import type { BetCursor } from '../../reads/bet-pages.ts'
import type { Services } from '../../services.ts'

const PATH = '/api/bets/my-bets'

const linkTo = ({ before, list }: BetCursor): string => `<${PATH}?before=${before}&list=${list}>; rel="next"`

export function listBets(app: Api, services: Services): void {
  app.get(
    PATH,
    {
      schema: {
        summary: 'Open and settled bets of the bettor: the reply’s Link names the next page',
        tags: ['bets'],
        querystring: z.object({ before: Id.optional(), list: z.enum(['open', 'settled']).optional() }),
        response: { 200: Bets, '4xx': ErrorReply, '5xx': ErrorReply },
      },
      config: {
        queue: 'reads',
        failure: 'bets_failed',
        session: { refusal: 'not_authenticated' },
        carries: ['X-Ledger-Position'],
      },
    },
    async (request, reply) => {
      const { before = null, list = null } = request.query
      const session = sessionOf(request)
      const open = reply as FastifyReply
      await awaitFreshReads(services, request, open, session, ['bets', 'fixtures'])
      const page = await services.reads.bets.betsOf(session.accountId, { before, list })
      if (page.next !== null && !open.sent) open.header('link', linkTo(page.next))
      return sendCached(request, reply, page.reply)
    },
  )
}
