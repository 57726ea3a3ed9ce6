// Action `change-password`: a signed-in user changes their own password and has to give the old one. All sessions end;
// the reply carries the token of a new one.
import type { FastifyRequest } from 'fastify'
import { balanceCents } from '#domain/account/state.ts'
import type { ChangeRequest } from '#services/accounts/passwords/password-change-request.ts'
import { draftSession } from '#services/accounts/sessions/session.ts'
import { hashCommand } from '#services/commands/command-id.ts'
import type { AuthBody, SignedIn } from '#services/contract/contract.ts'
import { correlationOf, noteAddress, refusedBy, requestCommandId } from '../command-context.ts'
import { ApiError } from '../http/errors/errors.ts'
import type { Services } from '../services.ts'
import { bearerToken, refusalOf } from './authentication.ts'
import { clientOf } from './client.ts'
import { checkPassword } from './new-credentials.ts'
import { userOf } from './users.ts'
import { nameOf, verifyOwnPassword } from './verify-own-password.ts'

/** `signal` is aborted when the client disconnects. */
export async function changePassword(
  services: Services,
  request: FastifyRequest,
  { oldPassword, newPassword }: Extract<AuthBody, { action: 'change-password' }>,
  signal: AbortSignal,
): Promise<SignedIn> {
  const { accounts, commandClaims, sessions, signIns, passwordChanges, reads, security } = services
  const token = bearerToken(request)
  const session = token === null ? null : await sessions.find(token)
  if (session === null) throw await refusalOf(services, token, 'unauthorized')
  // so that the security log attributes refusals to this account
  request.session = session
  const { accountId: id, username } = session
  const command = requestCommandId(request, id)
  await noteAddress(services, request, session)
  await checkPassword(newPassword, nameOf(session))
  if (newPassword.normalize('NFKC') === oldPassword.normalize('NFKC')) throw new ApiError('password_unchanged')
  const { credential, attempt } = await verifyOwnPassword(services, request, session, oldPassword, signal)

  const draft = draftSession(clientOf(request), { secondFactor: session.secondFactor === true })
  const change: ChangeRequest = {
    credential,
    password: newPassword,
    meta: {
      actor: { id, role: session.role },
      session: session.commitment,
      command: { id: command },
      correlation: correlationOf(request),
      reason: null,
    },
    draft,
    ticket: attempt.ticket,
  }
  // the passwords must not go into a hash; they are compared with the change that the command began
  const claim = { id: command, hash: hashCommand({ type: 'change-password' }) }
  const outcome = await commandClaims.hold(claim, () => passwordChanges.change(change))
  if (!outcome.accepted) throw refusedBy(outcome.refusal)
  sessions.evictAccount(id)
  const { commitment, secondFactor } = draft
  await signIns.record({ accountId: id, role: session.role, session: commitment, secondFactor })
  security.record('authn_password_change', request, { account: id })
  const state = await accounts.read(id)
  const user = userOf({
    id,
    username,
    role: session.role,
    blocked: state.blocked,
    balanceCents: balanceCents(state),
    email: await reads.people.emailOf(id),
    owedCents: state.owedCents,
  })
  const due = session.secondFactorRequired && { secondFactorSetupRequired: true as const }
  return { user, token: draft.token, ...due }
}
