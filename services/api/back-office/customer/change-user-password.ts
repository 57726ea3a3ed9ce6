// Action `changePassword`: sets a user's password. Allowed to the admin who created the account, and to super admins.
// All sessions of the account end.
import type { FastifyRequest } from 'fastify'
import { mayChangePassword } from '#domain/account/password.ts'
import { refusalTexts } from '#domain/refusals.ts'
import { findByAccount } from '#services/accounts/credentials.ts'
import type { ChangeRequest } from '#services/accounts/passwords/password-change-request.ts'
import { storeReason } from '#services/accounts/reasons.ts'
import type { Session } from '#services/accounts/sessions/session.ts'
import { hashCommand } from '#services/commands/command-id.ts'
import type { AdminBody } from '#services/contract/contract.ts'
import { checkPassword } from '../../auth/new-credentials.ts'
import { correlationOf, refusedBy, requestCommandId } from '../../command-context.ts'
import { ApiError } from '../../http/errors/errors.ts'
import type { Services } from '../../services.ts'
import { accountNamed } from '../account-named.ts'

/** Named in the refusal as creator if the user signed up. */
const SYSTEM = 'System'

export async function changeUserPassword(
  services: Services,
  request: FastifyRequest,
  session: Session,
  { username, newPassword, reason }: Extract<AdminBody, { action: 'changePassword' }>,
) {
  const { accounts, commandClaims, passwordChanges, pool, security, sessions } = services
  const found = await accountNamed({ pool }, username)
  const { accountId } = found
  // changing one's own password requires the old one: see `auth/change-password.ts`
  if (accountId === session.accountId) throw new ApiError('own_account')
  const actor = { id: session.accountId, role: session.role }
  const { opened } = await accounts.read(accountId)
  if (!mayChangePassword(actor, { id: accountId, opened }))
    throw await notTheCreator(services, opened?.openedBy ?? null)
  await checkPassword(newPassword, { display: found.username, normal: found.usernameNormal })
  const credential = await passwordChanges.resolveCurrent(found)
  if (credential === null) throw new ApiError('account_missing')

  const command = requestCommandId(request, session.accountId)
  const change: ChangeRequest = {
    credential,
    password: newPassword,
    meta: {
      actor,
      session: session.commitment,
      command: { id: command },
      correlation: correlationOf(request),
      reason: await storeReason(pool, 'by-admin', reason),
    },
    draft: null,
  }
  // the password must not go into a hash; it is compared with the change that the command began
  const claim = { id: command, hash: hashCommand({ type: 'changePassword', accountId }) }
  const outcome = await commandClaims.hold(claim, () => passwordChanges.change(change))
  if (!outcome.accepted) throw refusedBy(outcome.refusal)
  sessions.evictAccount(accountId)
  security.record('authn_password_change', request, { account: accountId, by: session.accountId })
  return { success: true as const, message: `The password of ${found.username} has been changed` }
}

/** The refusal, which names the admin who may do it. */
async function notTheCreator({ pool }: Services, openedBy: string | null): Promise<ApiError> {
  const creator = openedBy === null ? null : await findByAccount(pool, openedBy)
  const error = refusalTexts.not_the_creator.replace('this user', `this user (${creator?.username ?? SYSTEM})`)
  return new ApiError('not_the_creator', { error })
}
