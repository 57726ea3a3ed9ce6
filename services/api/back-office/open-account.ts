// Opens an account; shared by creating a user and adding an admin.
import type { FastifyRequest } from 'fastify'
import { storeReason } from '#services/accounts/reasons.ts'
import { requestHashOf } from '#services/accounts/registration/registration-commands.ts'
import type { Registered } from '#services/accounts/registration/registration-outcome.ts'
import type { RegistrationRequest } from '#services/accounts/registration/registration-request.ts'
import type { Session } from '#services/accounts/sessions/session.ts'
import { checkPassword, checkUserName, nameTaken } from '../auth/new-credentials.ts'
import { correlationOf, requestCommandId } from '../command-context.ts'
import { ApiError } from '../http/errors/errors.ts'
import type { Services } from '../services.ts'

type AccountRequest = {
  readonly username: string
  readonly password: string
  readonly reason: string | undefined
} & Pick<RegistrationRequest, 'role' | 'amountCents' | 'fundedBy'>

/** Opens an account on behalf of an admin, who vouches for the holder's age. */
export async function openAccount(
  { registrations, commandClaims, freshness, security, pool }: Services,
  request: FastifyRequest,
  session: Session,
  { username, password, reason, ...account }: AccountRequest,
): Promise<Registered & { token: string }> {
  const name = checkUserName(username, account.role === 'user' ? 'user' : 'admin')
  await checkPassword(password, name)
  const id = requestCommandId(request, session.accountId)
  const registration: RegistrationRequest = {
    ...account,
    command: id,
    name,
    password,
    openedBy: session.accountId,
    ageAttested: true,
    actor: { id: session.accountId, role: session.role },
    session: session.commitment,
    correlation: correlationOf(request),
    reason: await storeReason(pool, 'by-admin', reason),
    draft: null,
  }
  // name and password must not go into a hash; they are compared with the account that the command opened
  const outcome = await commandClaims.hold({ id, hash: requestHashOf(registration) }, () =>
    registrations.register(registration),
  )
  if (!outcome.accepted) throw 'refusal' in outcome ? new ApiError(outcome.refusal.code) : nameTaken(outcome.taken)
  const { role } = account
  if (!outcome.repeated) {
    security.record('user_created', request, { account: outcome.accountId, by: session.accountId, role })
  }
  return { ...outcome, token: await freshness.recordSharedWrite(session.id, outcome) }
}
