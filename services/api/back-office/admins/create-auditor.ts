// Action `createAuditor`: adds an auditor, who sees all that a super admin sees and changes nothing. Only super admins
// may.
import type { FastifyRequest } from 'fastify'
import type { Session } from '#services/accounts/sessions/session.ts'
import type { AdminBody } from '#services/contract/contract.ts'
import { ApiError } from '../../http/errors/errors.ts'
import type { Services } from '../../services.ts'
import { openAccount } from '../open-account.ts'

export async function createAuditor(
  services: Services,
  request: FastifyRequest,
  session: Session,
  { username, password, reason }: Extract<AdminBody, { action: 'createAuditor' }>,
) {
  // the decider refuses it too, but only after the name has been claimed
  if (session.role !== 'super-admin') throw new ApiError('super_admin_required')
  const account = { role: 'auditor', amountCents: 0, fundedBy: null } as const
  const { token } = await openAccount(services, request, session, { username, password, reason, ...account })
  return { success: true as const, message: 'Auditor added successfully', position: token }
}
