// Action `updateAdminBalance`: sets an admin's float; the treasury gives or takes the difference.
import type { FastifyRequest } from 'fastify'
import { centsFromEuros } from '#domain/money.ts'
import type { Session } from '#services/accounts/sessions/session.ts'
import type { AdminBody } from '#services/contract/contract.ts'
import { refusedBy } from '../../command-context.ts'
import { ApiError } from '../../http/errors/errors.ts'
import type { Services } from '../../services.ts'
import { metaByHand } from '../by-hand.ts'
import { findAdmin } from './find-admin.ts'
import { floatReply } from './float-reply.ts'

export async function updateAdminBalance(
  services: Services,
  request: FastifyRequest,
  session: Session,
  { targetAdmin, newBalance, reason }: Extract<AdminBody, { action: 'updateAdminBalance' }>,
) {
  const { treasury, commandClaims } = services
  const floatCents = centsFromEuros(newBalance)
  if (floatCents === null) throw new ApiError(newBalance < 0 ? 'float_negative' : 'amount_invalid')
  const { accountId } = await findAdmin(services, targetAdmin)
  const asked = { type: 'updateAdminBalance', accountId, floatCents }
  const meta = await metaByHand(services, request, session, { asked, reason })
  const changed = await commandClaims.hold(meta.command, () => treasury.setFloat(accountId, floatCents, meta))
  if (!changed.accepted) throw refusedBy(changed.refusal)
  const message = changed.waiting === null ? 'Admin balance updated successfully' : 'Waits for a super admin’s approval'
  return floatReply(services, session, changed, message)
}
