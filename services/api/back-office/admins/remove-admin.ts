// Action `removeAdmin`, for auditors too: closes the account, returns its float to the treasury, and ends its sessions
// everywhere.
import type { FastifyRequest } from 'fastify'
import type { Session } from '#services/accounts/sessions/session.ts'
import type { AdminBody } from '#services/contract/contract.ts'
import type { Services } from '../../services.ts'
import { giveByHand, saidOf } from '../by-hand.ts'
import { findAdmin } from './find-admin.ts'

export async function removeAdmin(
  services: Services,
  request: FastifyRequest,
  session: Session,
  { adminUsername, reason }: Extract<AdminBody, { action: 'removeAdmin' }>,
) {
  const { accounts, sessions, security } = services
  const { accountId, username } = await findAdmin(services, adminUsername, { auditorToo: true })
  const byHand = { asked: { type: 'removeAdmin', accountId }, reason }
  const { outcome, position } = await giveByHand(services, request, session, byHand, (meta) =>
    accounts.execute(accountId, { type: 'RemoveAdmin' }, meta),
  )
  // after a repeated removal too, since the first may have been interrupted before this
  await sessions.endAll(accountId)
  if (!outcome.repeated) security.record('user_removed', request, { account: accountId, by: session.accountId })
  return { success: true as const, message: saidOf(outcome, `${username} has been removed`), position }
}
