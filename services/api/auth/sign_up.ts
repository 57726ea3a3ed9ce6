// Action `signup`: a new bettor, signed in at once.
import type { FastifyRequest } from 'fastify'
import { randomId } from '../../commands/command-id.ts'
import { draftSession, sessionId } from '../../identity/sessions.ts'
import { strangersCommandId } from '../commanding.ts'
import type { AuthBody, SignedIn } from '../contract.ts'
import { ApiError } from '../errors.ts'
import { checkPassword, checkUserName, nameTaken } from '../secrets.ts'
import type { Services } from '../services.ts'
import { userOf } from '../users.ts'
import { clientOf } from './client.ts'

export async function signUp(
  { births, sessions, attempts, freshness, settings }: Services,
  request: FastifyRequest,
  body: Extract<AuthBody, { action: 'signup' }>,
): Promise<SignedIn> {
  const name = checkUserName(body.username, 'user')
  checkPassword(body.password)
  if (body.adult === false) throw new ApiError('age_not_attested')
  await attempts.signUp(name.normal, request.ip)

  const client = clientOf(request)
  const draft = draftSession(client)
  const outcome = await births.open({
    command: strangersCommandId(request),
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
  })
  if (!outcome.accepted) throw outcome.taken ? nameTaken(outcome.taken) : new ApiError(outcome.refusal.code)

  // a repeated request proved the password, and its first answer's token is not kept: it gets another one
  const token = outcome.repeated ? await sessions.open(outcome.accountId, client) : draft.token
  const { position, hash } = outcome
  if (position !== null && hash !== null) freshness.wrote(sessionId(token), position, hash)
  const { accountId: id, balanceCents } = outcome
  const user = userOf({ id, username: name.shown, role: 'user', blocked: false, balanceCents, email: null })
  return { user, token }
}
