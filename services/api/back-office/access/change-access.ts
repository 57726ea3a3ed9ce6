// Actions `endSessions` and `removeSecondFactor`: an admin signs somebody out, or lets an account that lost its second
// factor sign in without it.
import type { FastifyRequest } from 'fastify'
import type { Session } from '#services/accounts/sessions/session.ts'
import type { AdminBody } from '#services/contract/contract.ts'
import { ApiError } from '../../http/errors/errors.ts'
import type { Services } from '../../services.ts'
import { accountNamed } from '../account-named.ts'
import { giveByHand } from '../by-hand.ts'

export async function changeAccess(
  services: Services,
  request: FastifyRequest,
  session: Session,
  body: Extract<AdminBody, { action: 'endSessions' | 'removeSecondFactor' }>,
) {
  const { accounts, sessions, security } = services
  const { accountId, username } = await accountNamed(services, body.targetUsername)
  const ended = body.action === 'endSessions' ? (body.session ?? null) : null
  const command =
    body.action === 'endSessions'
      ? ({ type: 'EndSessions', session: ended } as const)
      : ({ type: 'RemoveSecondFactor' } as const)
  const asked = { ...command, accountId }
  const byHand = { asked, reason: body.reason }
  const { outcome, position } = await giveByHand(services, request, session, byHand, async (meta) => {
    // the ledger does not know which sessions exist
    if (ended !== null && !(await sessions.has(accountId, ended))) {
      return (
        (await accounts.answerAgain(accountId, meta)) ?? {
          accepted: false as const,
          error: new ApiError('session_missing'),
        }
      )
    }
    return accounts.execute(accountId, command, meta)
  })
  // after a repeated command too, since the first may have been interrupted before this; but then only sessions older
  // than it, because it may be much later by now
  if (ended !== null) await sessions.endOwn(accountId, { id: ended })
  else if (!outcome.repeated) await sessions.endAll(accountId)
  else await sessions.endOwn(accountId, { signedInBy: new Date(outcome.events[0]!.meta.recordedAt) })
  const event = body.action === 'endSessions' ? 'authn_sessions_ended' : 'authn_second_factor_removed'
  if (!outcome.repeated) security.record(event, request, { account: accountId, by: session.accountId })
  const message =
    body.action === 'removeSecondFactor'
      ? `Two-step sign-in removed for ${username}`
      : ended === null
        ? `${username} was signed out everywhere`
        : `One session of ${username} has ended`
  return { success: true as const, message, position }
}
