// GET /api/bets/{betId}/receipt: proves one of the bettor's own bets to anybody, without our help.
import { z } from 'zod'
import { Id } from '#domain/values.ts'
import { placeOfBet } from '#projections/bets/queries.ts'
import { ReceiptOf } from '#services/contract/contract.ts'
import { PROOF_FILE, tlogProof } from '#services/transparency/tlog-proof.ts'
import { sessionOf } from '../../auth/authentication.ts'
import { awaitFreshReads } from '../../consistency/read-consistency.ts'
import type { Api } from '../../http/api.ts'
import { ApiError } from '../../http/errors/errors.ts'
import { answering, sendText } from '../../http/replies/send-text.ts'
import type { Services } from '../../services.ts'
import { OWN_BETS } from './own-bets.ts'

/** A bet is in a signed checkpoint within a second of being placed. */
const WAIT_MS = 3_000

export function readReceipt(app: Api, services: Services): void {
  app.get(
    '/api/bets/:betId/receipt',
    {
      schema: {
        summary:
          'A proof that the bet, or how it ended, is in the log: c2sp.org/tlog-proof, the event as its extra data',
        tags: ['bets'],
        params: z.object({ betId: Id }),
        querystring: z.strictObject({ of: ReceiptOf.default('placed') }),
        response: answering('The proof', 'text/plain'),
      },
      config: OWN_BETS,
    },
    async (request, reply) => {
      await awaitFreshReads(services, request, reply, ['bets'])
      const { betId } = request.params
      const { of } = request.query
      const place = await placeOfBet(services.queries, sessionOf(request).accountId, betId)
      const [number, event] =
        of === 'placed' ? [place?.number, place?.event] : [place?.settledNumber, place?.settledEvent]
      if (number == null || event == null) throw new ApiError('not_found')
      const inclusion = await services.log.inclusion(number, WAIT_MS)
      if (inclusion === null) throw new ApiError('not_signed_yet', { retryAfterS: 1 })
      const entry = await bodyOf(services, event)
      const proof = tlogProof({ entry, ...inclusion })
      return sendText(reply, proof, { cacheControl: 'private, no-store', name: `bet-${betId}-${of}${PROOF_FILE}` })
    },
  )
}

async function bodyOf({ store }: Services, event: string): Promise<string> {
  const at = event.lastIndexOf('@')
  for await (const { body } of store.readStream(event.slice(0, at), Number(event.slice(at + 1)))) return body
  throw new Error(`${event} is not in the event store`)
}
