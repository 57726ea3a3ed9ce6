// GET and POST /api/account/requests, POST /api/account/requests/withdraw: the caller's own requests to the admins.
import { endingOf, refusalOfReceiver } from '#domain/closing/closing.ts'
import { centsFromEuros } from '#domain/money.ts'
import { isTransferAmount } from '#domain/transfer/transfer-amount.ts'
import { hashCommand } from '#services/commands/command-id.ts'
import { Done, ErrorReply, OwnRequest, OwnRequests, RequestBody, WithdrawRequest } from '#services/contract/contract.ts'
import { isOfTheDesk, sessionOf } from '../../auth/authentication.ts'
import { commandMeta, refusedBy, requestCommandId } from '../../command-context.ts'
import type { Api } from '../../http/api.ts'
import { ApiError } from '../../http/errors/errors.ts'
import { shownRequest } from '../../reads/requests.ts'
import type { Services } from '../../services.ts'

const errors = { '4xx': ErrorReply, '5xx': ErrorReply }
const session = { refusal: 'unauthorized' } as const

export function ownRequests(app: Api, { accounts, requests, clock, freshness }: Services): void {
  app.get(
    '/api/account/requests',
    {
      schema: {
        summary: 'What the caller has asked of the admins',
        tags: ['account'],
        response: { 200: OwnRequests, ...errors },
      },
      config: { queue: 'reads', session },
    },
    async (request) => ({ requests: (await requests.of(sessionOf(request).accountId)).map(shownRequest) }),
  )

  app.post(
    '/api/account/requests',
    {
      schema: {
        summary: 'Ask the admins for a deposit, a pay-out or the closing of the account',
        tags: ['account'],
        body: RequestBody,
        response: { 200: OwnRequest, ...errors },
      },
      config: {
        queue: 'reads',
        session,
        carries: ['Idempotency-Key'],
        invalid: (field) => (field === 'amount' ? { code: 'amount_invalid' } : null),
      },
    },
    async (request) => {
      const own = sessionOf(request)
      const { body } = request
      const amountCents = 'amount' in body ? centsFromEuros(body.amount) : null
      if ('amount' in body && isOfTheDesk(own)) throw new ApiError('request_without_wallet')
      if ('amount' in body && !isTransferAmount(amountCents ?? 0, 1)) throw new ApiError('amount_invalid')
      if (body.kind === 'deposit') {
        // an admin could only decline such a request
        const refused = await accounts.view(own.accountId, (state) => refusalOfReceiver(endingOf(state)))
        if (refused !== null) throw refusedBy(refused.refusal)
      }
      const command = requestCommandId(request, own.accountId)
      const note = (body.note ?? '').trim()
      const outcome = await requests.file(own.accountId, command, { kind: body.kind, amountCents, note })
      if (!outcome.accepted) throw new ApiError(outcome.fault)
      return shownRequest(outcome.value)
    },
  )

  app.post(
    '/api/account/requests/withdraw',
    {
      schema: {
        summary: 'Take an open request back',
        tags: ['account'],
        body: WithdrawRequest,
        response: { 200: Done, ...errors },
      },
      config: { queue: 'reads', session },
    },
    async (request, reply) => {
      const own = sessionOf(request)
      const { request: id } = request.body
      const found = await requests.find(id)
      if (found?.accountId !== own.accountId) throw new ApiError('request_missing')
      const hash = hashCommand({ type: 'withdrawRequest', request: id })
      const outcome = await requests.end(id, 'withdrawn', commandMeta(request, own, hash, clock.businessNow()))
      if (outcome === null) throw new ApiError('request_missing')
      if (!outcome.accepted) throw refusedBy(outcome.refusal)
      const { position, hash: last } = outcome
      if (position !== null && last !== null) {
        reply.header('x-ledger-position', freshness.recordWrite(own.id, position, last))
      }
      return { success: true as const }
    },
  )
}
