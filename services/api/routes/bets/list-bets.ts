// GET /api/bets/my-bets: the open bets, then those settled last. The next page is ?before=<bet id>, as in the reply's
// Link header.
import { z } from 'zod'
import { Id } from '#domain/values.ts'
import { BetQuery, Bets, ErrorReply } from '#services/contract/contract.ts'
import { sessionOf } from '../../auth/authentication.ts'
import { awaitFreshReads } from '../../consistency/read-consistency.ts'
import type { Api } from '../../http/api.ts'
import { sendCached } from '../../http/replies/cached-reply.ts'
import type { BetCursor } from '../../reads/bet-pages.ts'
import type { Services } from '../../services.ts'
import { OWN_BETS } from './own-bets.ts'

const PATH = '/api/bets/my-bets'

function linkTo({ before, list }: BetCursor, query: BetQuery): string {
  const parameters = new URLSearchParams({ before: String(before), list: String(list) })
  for (const [name, value] of Object.entries(query)) if (value !== undefined) parameters.set(name, value)
  return `<${PATH}?${parameters}>; rel="next"`
}

export function listBets(app: Api, services: Services): void {
  app.get(
    PATH,
    {
      schema: {
        summary: 'Open and settled bets of the bettor: the reply’s Link names the next page',
        tags: ['bets'],
        querystring: BetQuery.extend({ before: Id.optional(), list: z.enum(['open', 'settled']).optional() }),
        response: { 200: Bets, '4xx': ErrorReply, '5xx': ErrorReply },
      },
      config: OWN_BETS,
    },
    async (request, reply) => {
      const { before = null, list = null, ...query } = request.query
      const isFiltered = Object.values(query).some((value) => value !== undefined)
      const session = sessionOf(request)
      await awaitFreshReads(services, request, reply, ['bets', 'fixtures'])
      const { bets } = services.reads
      const page = isFiltered
        ? await bets.betsWhere(session.accountId, { before, list }, query)
        : await bets.betsOf(session.accountId, { before, list })
      if (page.next !== null && !reply.sent) reply.header('link', linkTo(page.next, query))
      return sendCached(request, reply, page.reply)
    },
  )
}
