// Action `erasePersonalData`: a super admin has the personal data of a closed account erased, with a reason.
import type { FastifyRequest } from 'fastify'
import { refusalOfErasure } from '#domain/erasure/erase.ts'
import { Id } from '#domain/values.ts'
import type { Session } from '#services/accounts/sessions/session.ts'
import { nullIfSuperseded } from '#services/commands/outcome.ts'
import type { AdminBody } from '#services/contract/contract.ts'
import { refusedBy } from '../../command-context.ts'
import { ApiError } from '../../http/errors/errors.ts'
import type { Services } from '../../services.ts'
import { metaByHand, saidOf } from '../by-hand.ts'

/**
 * How often the audit trail is waited for, two seconds each. Longer than for other actions, because what is missed now
 * is never erased.
 */
const WAITS = 5

/** Something was recorded on the account while its texts were being looked for. */
const OVERTAKEN = { accepted: false, error: new ApiError('reads_behind') } as const

export async function erasePersonalData(
  { accounts, erasures, commandClaims, freshness, security, clock, pool }: Services,
  request: FastifyRequest,
  session: Session,
  { userId, reason }: Extract<AdminBody, { action: 'erasePersonalData' }>,
) {
  if (!Id.safeParse(userId).success) throw new ApiError('account_missing')
  const asked = { type: 'erasePersonalData', userId }
  const meta = await metaByHand({ clock, pool }, request, session, { asked, reason })
  const attempt = async () => {
    const [refused, seen] = await accounts.view(userId, (state, head) => [refusalOfErasure(meta, state), head] as const)
    // checked second: accounts without the right must not learn how far the read models are
    if (refused === null && !(await hasAllReasons(freshness))) throw new ApiError('reads_behind')
    return commandClaims.hold(
      meta.command,
      async () => (await erasures.erase(userId, meta, seen).catch(nullIfSuperseded)) ?? OVERTAKEN,
    )
  }
  const first = await attempt()
  const outcome = 'error' in first ? await attempt() : first
  if ('error' in outcome) throw outcome.error
  if (!outcome.accepted) throw refusedBy(outcome.refusal)
  if (!outcome.repeated) security.record('user_erased', request, { account: userId, by: session.accountId })
  const position = await freshness.recordSharedWrite(session.id, outcome)
  return { success: true as const, message: saidOf(outcome, 'Personal data erased'), position }
}

/** Whether the audit trail, by which reasons are found, has all of the log. */
async function hasAllReasons(freshness: Services['freshness']): Promise<boolean> {
  for (let waited = 0; waited < WAITS; waited += 1) if (await freshness.hasWholeLog(['audit'])) return true
  return false
}
