// Opens a session for somebody whose password was right, and second factor where they have one: at a sign-in or a
// repeated sign-up.
import type { FastifyRequest } from 'fastify'
import { isRemoved } from '#domain/account/state.ts'
import { dropSignIn } from '#services/accounts/sign-ins/sign-in-rows.ts'
import { ApiError } from '../http/errors/errors.ts'
import type { Services } from '../services.ts'
import { clientOf } from './client.ts'

/** What a removed admin or auditor is told, but only after the right password. */
const REMOVED =
  'This account was removed from the back office and cannot sign in any more. A super admin can add you again, under another name.'

/**
 * `shown`: the second factor whose code was right. Throws ApiError account_blocked, account_closed,
 * second_factor_required; PasswordReplaced. Reads the account's stream, because a read model may not know of a block
 * yet.
 */
export async function openSession(
  {
    accounts,
    sessions,
    signIns,
    challenges,
    settings,
    pool,
  }: Pick<Services, 'accounts' | 'sessions' | 'signIns' | 'challenges' | 'settings' | 'pool'>,
  request: FastifyRequest,
  { accountId, passwordHash }: { readonly accountId: string; readonly passwordHash: string },
  shown: string | null = null,
) {
  // opened before the account is read, so that a later block or second factor finds the session and ends it
  const proof = { secondFactor: shown !== null }
  const { token, commitment } = await sessions.open(accountId, clientOf(request), passwordHash, proof)
  const state = await accounts.read(accountId)
  const { opened, blocked, closed, secondFactor } = state
  if (opened === null) throw new Error(`account ${accountId} has a password but was never opened`)
  const isShown = secondFactor === undefined || secondFactor.factor === shown
  if (!blocked && !closed && isShown) {
    await signIns.record({ accountId, role: opened.role, session: commitment, ...proof })
    const isDue = settings.ADMIN_SECOND_FACTOR === 'required' && opened.role !== 'user' && shown === null
    return { token, state, role: opened.role, due: isDue ? { secondFactorSetupRequired: true as const } : {} }
  }
  await dropSignIn(pool, commitment)
  if (isRemoved(state)) throw new ApiError('account_closed', { error: REMOVED })
  if (closed) throw new ApiError('account_closed')
  if (blocked) throw new ApiError('account_blocked')
  throw new ApiError('second_factor_required', { challenge: challenges.issue(accountId, passwordHash) })
}
