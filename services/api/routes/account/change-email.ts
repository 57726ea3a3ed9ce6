// POST /api/account/email: sets, changes or removes the caller's own address. Needs the password.
import { canonicalEmail } from '#domain/account/email-address.ts'
import { balanceCents } from '#domain/account/state.ts'
import { hashCommand } from '#services/commands/command-id.ts'
import { EmailBody, EmailChanged, ErrorReply } from '#services/contract/contract.ts'
import { sessionOf } from '../../auth/authentication.ts'
import { userOf } from '../../auth/users.ts'
import { verifyOwnPassword } from '../../auth/verify-own-password.ts'
import { correlationOf, refusedBy, requestCommandId } from '../../command-context.ts'
import type { Api } from '../../http/api.ts'
import { untilClosed } from '../../http/connection/until-closed.ts'
import { ApiError } from '../../http/errors/errors.ts'
import type { Services } from '../../services.ts'

export function changeEmail(app: Api, services: Services): void {
  const { accounts, commandClaims, emailChanges, security } = services
  app.post(
    '/api/account/email',
    {
      schema: {
        summary: 'Set, change or remove the caller’s own email address',
        tags: ['account'],
        body: EmailBody,
        response: { 200: EmailChanged, '4xx': ErrorReply, '5xx': ErrorReply },
      },
      config: {
        queue: 'reads',
        failure: 'change_email_failed',
        session: { refusal: 'unauthorized' },
        carries: ['Idempotency-Key'],
      },
    },
    async (request, reply) => {
      const session = sessionOf(request)
      const { accountId: id, username, role, commitment } = session
      const { email: typed, password } = request.body
      const email = typed === null ? null : canonicalEmail(typed)
      if (typed !== null && email === null) throw new ApiError('email_invalid')
      const command = requestCommandId(request, id)
      await verifyOwnPassword(services, request, session, password, untilClosed(reply))
      // the address must not go into a hash; it is compared with the change that the command began
      const claim = { id: command, hash: hashCommand({ type: 'change-email' }) }
      const meta = {
        actor: { id, role },
        session: commitment,
        command: { id: command },
        correlation: correlationOf(request),
      }
      const outcome = await commandClaims.hold(claim, () => emailChanges.change({ accountId: id, email, meta }))
      if (!outcome.accepted) throw refusedBy(outcome.refusal)
      security.record('user_updated', request, { account: id })
      const state = await accounts.read(id)
      const { blocked, owedCents } = state
      return { user: userOf({ id, username, role, blocked, balanceCents: balanceCents(state), email, owedCents }) }
    },
  )
}
