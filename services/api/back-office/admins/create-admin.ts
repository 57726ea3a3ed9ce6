// Action `createUserAsAdmin`: adds an admin. The first float comes from the treasury; what exceeds the day's budget
// waits for a super admin.
import type { FastifyRequest } from 'fastify'
import { centsFromEuros, eurosOf, formatCents } from '#domain/money.ts'
import { isTransferAmount } from '#domain/transfer/transfer-amount.ts'
import type { Session } from '#services/accounts/sessions/session.ts'
import type { AdminBody } from '#services/contract/contract.ts'
import { ApiError } from '../../http/errors/errors.ts'
import type { Services } from '../../services.ts'
import { openAccount } from '../open-account.ts'
import { pendingApproval } from './float-reply.ts'

export async function createAdmin(
  services: Services,
  request: FastifyRequest,
  session: Session,
  { adminUsername, adminPassword, adminBalance, reason }: Extract<AdminBody, { action: 'createUserAsAdmin' }>,
) {
  const amountCents = centsFromEuros(adminBalance)
  if (amountCents === null) throw new ApiError(adminBalance < 0 ? 'balance_negative' : 'amount_invalid')
  // no admin is created with a float that could never be drawn
  if (!isTransferAmount(amountCents, 0)) throw new ApiError('amount_invalid')
  const registered = await openAccount(services, request, session, {
    username: adminUsername,
    password: adminPassword,
    reason,
    role: 'admin',
    amountCents,
    fundedBy: null,
  })
  const { floatCents } = await services.accounts.read(session.accountId)
  return {
    success: true as const,
    message: 'Admin added successfully',
    userId: registered.accountId,
    adminBalance: eurosOf(floatCents),
    balance: formatCents(registered.balanceCents),
    position: registered.token,
    ...pendingApproval(registered.waiting),
  }
}
