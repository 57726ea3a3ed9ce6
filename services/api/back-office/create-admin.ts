// Action `createUserAsAdmin`: a new admin, whose first float comes from the treasury.
import type { FastifyRequest } from 'fastify'
import { centsFromEuros, eurosOf } from '#domain/money.ts'
import type { Session } from '#services/accounts/sessions/session.ts'
import type { AdminBody } from '#services/contract/contract.ts'
import { ApiError } from '../http/errors/errors.ts'
import type { Services } from '../services.ts'
import { openAccount } from './open-account.ts'

export async function createAdmin(
  services: Services,
  request: FastifyRequest,
  session: Session,
  { adminUsername, adminPassword, adminBalance, reason }: Extract<AdminBody, { action: 'createUserAsAdmin' }>,
) {
  const amountCents = centsFromEuros(adminBalance)
  if (amountCents === null) throw new ApiError(adminBalance < 0 ? 'balance_negative' : 'amount_invalid')
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
    position: registered.token,
  }
}
