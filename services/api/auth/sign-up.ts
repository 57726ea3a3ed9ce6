// Action `signup`: a new bettor, signed in at once.
import type { FastifyRequest } from 'fastify'
import { draftSession, sessionId } from '#services/accounts/sessions/session.ts'
import type { AuthBody, SignedIn } from '#services/contract/contract.ts'
import { anonymousCommandId, correlationOf } from '../command-context.ts'
import { ApiError } from '../http/errors/errors.ts'
import type { Services } from '../services.ts'
import { clientOf } from './client.ts'
import { checkPassword, checkUserName, nameTaken } from './new-credentials.ts'
import { openSession } from './open-session.ts'
import { userOf } from './users.ts'

/** `signal` is aborted when the client disconnects. */
export async function signUp(
  services: Services,
  request: FastifyRequest,
  body: Extract<AuthBody, { action: 'signup' }>,
  signal: AbortSignal,
): Promise<SignedIn> {
  const { registrations, attempts, freshness, security, rules } = services
  const name = checkUserName(body.username, 'user')
  await checkPassword(body.password, name)
  if (body.adult === false) throw new ApiError('age_not_attested')
  const ticket = await attempts.signUp(name.normal, request.ip, signal)

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
    correlation: correlationOf(request),
    reason: null,
    amountCents: (await rules.now()).settings['welcome-grant'],
    fundedBy: null,
    draft,
    ticket,
  })
  if (!outcome.accepted) throw outcome.taken ? nameTaken(outcome.taken) : new ApiError(outcome.refusal.code)

  // a repeated request proved the password, but the token of its first reply is stored nowhere, so it gets a new one
  const { accountId: id, repeated, position, hash, balanceCents } = outcome
  const token = repeated ? (await openSession(services, request, outcome)).token : draft.token
  if (position !== null && hash !== null) freshness.recordWrite(sessionId(token), position, hash)
  if (!repeated) {
    await attempts.addKnownAddress(id, name.normal, request.ip)
    security.record('user_created', request, { account: id, name: name.normal, role: 'user' })
  }
  const user = userOf({ id, username: name.display, role: 'user', blocked: false, balanceCents, email: null })
  return { user, token }
}
