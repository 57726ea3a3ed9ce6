// Action `signup`: a new bettor, signed in at once. `gone` is aborted when nobody waits for the answer any more.
import type { FastifyRequest } from 'fastify'
import { draftSession, sessionId } from '#services/accounts/sessions/sessions.ts'
import { randomId } from '#services/commands/command-id.ts'
import type { AuthBody, SignedIn } from '#services/contract/contract.ts'
import { anonymousCommandId } from '../command-context.ts'
import { ApiError } from '../http/errors.ts'
import type { Services } from '../services.ts'
import { clientOf } from './client.ts'
import { openSession } from './open_session.ts'
import { checkPassword, checkUserName, nameTaken } from './secrets.ts'
import { userOf } from './users.ts'

export async function signUp(
  services: Services,
  request: FastifyRequest,
  body: Extract<AuthBody, { action: 'signup' }>,
  gone: AbortSignal,
): Promise<SignedIn> {
  const { registrations, attempts, freshness, security, settings } = services
  const name = checkUserName(body.username, 'user')
  await checkPassword(body.password, name)
  if (body.adult === false) throw new ApiError('age_not_attested')
  const turn = await attempts.signUp(name.normal, request.ip, gone)

  const draft = draftSession(clientOf(request))
  const outcome = await registrations.register({
    command: anonymousCommandId(request),
    name,
    password: body.password,
    role: 'user',
    openedBy: 'sign-up',
    ageAttested: body.adult === true,
    actor: { id: 'sign-up', role: 'system' },
    session: draft.commitment,
    correlation: randomId(),
    reason: null,
    amountCents: settings.WELCOME_GRANT,
    fundedBy: null,
    draft,
    turn,
  })
  if (!outcome.accepted) throw outcome.taken ? nameTaken(outcome.taken) : new ApiError(outcome.refusal.code)

  // a repeated request proved the password, and its first answer's token is not kept: it gets another one
  const { accountId: id, repeated, position, hash, balanceCents } = outcome
  const token = repeated ? (await openSession(services, request, outcome)).token : draft.token
  if (position !== null && hash !== null) freshness.wrote(sessionId(token), position, hash)
  if (!repeated) {
    await attempts.signedUp(id, name.normal, request.ip)
    security.record('user_created', request, { account: id, name: name.normal, role: 'user' })
  }
  const user = userOf({ id, username: name.shown, role: 'user', blocked: false, balanceCents, email: null })
  return { user, token }
}
