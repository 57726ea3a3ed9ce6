// Actions `blockUser` and `unblockUser`. A block ends the user's sessions at once; open bets still settle.
import type { FastifyRequest } from 'fastify'
import type { Session } from '#services/accounts/sessions/session.ts'
import type { AdminBody } from '#services/contract/contract.ts'
import { refusedBy } from '../command-context.ts'
import type { Services } from '../services.ts'
import { accountNamed } from './account-named.ts'
import { metaByHand, saidOf } from './by-hand.ts'

export async function blockUser(
  { accounts, sessions, commandClaims, freshness, security, clock, pool }: Services,
  request: FastifyRequest,
  session: Session,
  { action, targetUsername, reason }: Extract<AdminBody, { action: 'blockUser' | 'unblockUser' }>,
) {
  const { accountId, username } = await accountNamed({ pool }, targetUsername)
  const meta = await metaByHand({ clock, pool }, request, session, { asked: { type: action, accountId }, reason })
  const type = action === 'blockUser' ? 'BlockUser' : 'UnblockUser'
  const outcome = await commandClaims.hold(meta.command, () => accounts.execute(accountId, { type }, meta))
  if (!outcome.accepted) throw refusedBy(outcome.refusal)
  // after a repeated command too, since the first may have been interrupted before this. By the account's present
  // state, because the repeat may come much later.
  const { blocked } = await accounts.read(accountId)
  await (blocked ? sessions.block(accountId) : sessions.unblock(accountId))
  // sessions are judged by the read model: until it has the unblock, one that begins anew would be refused
  if (!blocked) await freshness.hasWholeLog(['accounts'])
  const event = action === 'blockUser' ? 'user_blocked' : 'user_unblocked'
  if (!outcome.repeated) security.record(event, request, { account: accountId, by: session.accountId })
  const position = await freshness.recordSharedWrite(session.id, outcome)
  const message = saidOf(outcome, `${username} has been ${action === 'blockUser' ? 'blocked' : 'unblocked'}`)
  return { success: true as const, message, position }
}
