// GET and POST /api/account/closing, POST /api/account/closing/cancel: the caller asks for their own account to be
// closed, and may withdraw that until it happens.
import { formatCents } from '#domain/money.ts'
import type { Session } from '#services/accounts/sessions/session.ts'
import { hashCommand } from '#services/commands/command-id.ts'
import { Closing, ClosingBody, ClosingRequested, Done, ErrorReply } from '#services/contract/contract.ts'
import { isOfTheDesk, sessionOf } from '../../../auth/authentication.ts'
import { verifyOwnPassword } from '../../../auth/verify-own-password.ts'
import { commandMeta, refusedBy } from '../../../command-context.ts'
import type { Written } from '../../../consistency/freshness.ts'
import type { WithHeaders } from '../../../consistency/read-consistency.ts'
import type { Api } from '../../../http/api.ts'
import { untilClosed } from '../../../http/connection/until-closed.ts'
import { ApiError } from '../../../http/errors/errors.ts'
import type { Services } from '../../../services.ts'

const PATH = '/api/account/closing'
const errors = { '4xx': ErrorReply, '5xx': ErrorReply }
const session = { refusal: 'unauthorized' } as const
const writing = { queue: 'reads', failure: 'closing_failed', session, carries: ['Idempotency-Key'] } as const

export function ownClosing(app: Api, services: Services): void {
  const { accounts, closings, clock, commandClaims, freshness, security, sessions } = services

  async function answerPosition({ id }: Session, written: Written, reply: WithHeaders): Promise<void> {
    const position = await freshness.recordSharedWrite(id, written)
    if (position !== '') reply.header('x-ledger-position', position)
  }

  app.get(
    PATH,
    {
      schema: {
        summary: 'Whether the caller wishes to close the own account, and what is left in it',
        tags: ['account'],
        response: { 200: Closing, ...errors },
      },
      config: { queue: 'reads', session },
    },
    async (request) => {
      const { closingSince, walletCents, bets } = await accounts.read(sessionOf(request).accountId)
      return { requestedAt: closingSince ?? null, balance: formatCents(walletCents), openBets: bets.size }
    },
  )

  app.post(
    PATH,
    {
      schema: {
        summary: 'Close the caller’s own account, with the password: at once, or as soon as nothing is left in it',
        tags: ['account'],
        body: ClosingBody,
        response: { 200: ClosingRequested, ...errors },
      },
      config: writing,
    },
    async (request, reply) => {
      const own = sessionOf(request)
      const { password } = request.body
      if (isOfTheDesk(own)) throw new ApiError('not_a_bettor')
      const meta = commandMeta(request, own, hashCommand({ type: 'requestClosing' }), clock.businessNow())
      await verifyOwnPassword(services, request, own, password, untilClosed(reply))
      const outcome = await commandClaims.hold(meta.command, () => closings.request(own.accountId, meta))
      if (!outcome.accepted) throw refusedBy(outcome.refusal)
      if (outcome.isClosed) {
        sessions.evictAccount(own.accountId)
        security.record('user_closed', request, { account: own.accountId })
      } else await answerPosition(own, outcome, reply)
      return { closed: outcome.isClosed }
    },
  )

  app.post(
    `${PATH}/cancel`,
    {
      schema: {
        summary: 'Take the wish to close the account back',
        tags: ['account'],
        response: { 200: Done, ...errors },
      },
      config: writing,
    },
    async (request, reply) => {
      const own = sessionOf(request)
      const meta = commandMeta(request, own, hashCommand({ type: 'cancelClosing' }), clock.businessNow())
      const outcome = await commandClaims.hold(meta.command, () => closings.cancel(own.accountId, meta))
      if (!outcome.accepted) throw refusedBy(outcome.refusal)
      await answerPosition(own, outcome, reply)
      return { success: true as const }
    },
  )
}
