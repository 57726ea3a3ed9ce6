// Actions `blockUser` and `unblockUser`. A block ends the user's sessions at once; open bets still settle.
import type { FastifyRequest } from 'fastify'
import type { Session } from '#services/accounts/sessions/session.ts'
import type { AdminBody } from '#services/contract/contract.ts'
import type { Services } from '../services.ts'
import { accountNamed } from './account-named.ts'
import { giveByHand, saidOf } from './by-hand.ts'

export async function blockUser(
  services: Services,
  request: FastifyRequest,
  session: Session,
  { action, targetUsername, reason }: Extract<AdminBody, { action: 'blockUser' | 'unblockUser' }>,
) {
  const { accounts, sessions, freshness, security } = services
  const { accountId, username } = await accountNamed(services, targetUsername)
  const byHand = { asked: { type: action, accountId }, reason }
  const type = action === 'blockUser' ? 'BlockUser' : 'UnblockUser'
  const { outcome, position } = await giveByHand(services, request, session, byHand, (meta) =>
    accounts.execute(accountId, { type }, meta),
  )
  // after a repeated command too, since the first may have been interrupted before this. By the account's present
  // state, because the repeat may come much later.
  const { blocked } = await accounts.read(accountId)
  await (blocked ? sessions.block(accountId) : sessions.unblock(accountId))
  // sessions are judged by the read model: until it has the unblock, one that begins anew would be refused
  if (!blocked) await freshness.hasWholeLog(['accounts'])
  const event = action === 'blockUser' ? 'user_blocked' : 'user_unblocked'
  if (!outcome.repeated) security.record(event, request, { account: accountId, by: session.accountId })
  const message = saidOf(outcome, `${username} has been ${action === 'blockUser' ? 'blocked' : 'unblocked'}`)
  return { success: true as const, message, position }
}
