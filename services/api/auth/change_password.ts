// Action `change-password`: the signed-in user's own, with the old one. All sessions end; the reply has the token of a new one.
import type { FastifyRequest } from 'fastify'
import { balanceCents } from '#domain/account/state.ts'
import { findByAccount } from '#services/accounts/credentials.ts'
import { readUserName } from '#services/accounts/names/names.ts'
import type { ChangeRequest } from '#services/accounts/passwords/password-changes.ts'
import { isUsable } from '#services/accounts/passwords/passwords.ts'
import { draftSession } from '#services/accounts/sessions/sessions.ts'
import { hashCommand, randomId } from '#services/commands/command-id.ts'
import type { AuthBody, SignedIn } from '#services/contract/contract.ts'
import { refusedBy, requestCommandId } from '../command-context.ts'
import { ApiError } from '../http/errors.ts'
import type { Services } from '../services.ts'
import { bearerToken } from './authentication.ts'
import { clientOf } from './client.ts'
import { prove } from './prove.ts'
import { checkPassword } from './secrets.ts'
import { userOf } from './users.ts'

/** `gone` is aborted when nobody waits for the answer any more. */
export async function changePassword(
  services: Services,
  request: FastifyRequest,
  { oldPassword, newPassword }: Extract<AuthBody, { action: 'change-password' }>,
  gone: AbortSignal,
): Promise<SignedIn> {
  const { accounts, commandClaims, sessions, passwords, passwordChanges, attempts, reads, security } = services
  const token = bearerToken(request)
  const session = token === null ? null : await sessions.find(token)
  if (session === null) throw new ApiError('unauthorized')
  // the security log says whose refusals these are
  request.session = session
  const { accountId: id, username } = session
  const command = requestCommandId(request, id)
  const name = readUserName(username) ?? { shown: username, normal: username }
  await checkPassword(newPassword, name)
  if (newPassword.normalize('NFKC') === oldPassword.normalize('NFKC')) throw new ApiError('password_unchanged')
  if (!isUsable(oldPassword)) throw new ApiError('password_wrong')

  // whoever holds a session may guess no more often than anybody else
  const attempt = await attempts.signIn(name.normal, request.ip, gone)
  const credential = await prove(passwords, attempt, () => credentialOf(services, id), oldPassword)
  if (credential === null) throw new ApiError('password_wrong')
  await attempt.right(id)

  const draft = draftSession(clientOf(request))
  const change: ChangeRequest = {
    credential,
    password: newPassword,
    meta: {
      actor: { id, role: session.role },
      session: session.commitment,
      command: { id: command },
      correlation: randomId(),
      reason: null,
    },
    draft,
    turn: attempt.turn,
  }
  // the passwords, which are nobody's business in a hash, are compared with the change that the command began
  const asked = { id: command, hash: hashCommand({ type: 'change-password' }) }
  const outcome = await commandClaims.hold(asked, () => passwordChanges.change(change))
  if (!outcome.accepted) throw refusedBy(outcome.refusal)
  sessions.forgetAll(id)
  security.record('authn_password_change', request, { account: id })
  const state = await accounts.read(id)
  const user = userOf({
    id,
    username,
    role: session.role,
    blocked: state.blocked,
    balanceCents: balanceCents(state),
    email: await reads.people.emailOf(id),
  })
  return { user, token: draft.token }
}

async function credentialOf({ pool, passwordChanges }: Services, accountId: string) {
  const found = await findByAccount(pool, accountId)
  return found === null ? null : passwordChanges.upToDate(found)
}
