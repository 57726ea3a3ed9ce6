// Action `createUser`: opens a bettor's account, funded from the admin's own float.
import type { FastifyRequest } from 'fastify'
import { centsFromEuros, eurosOf } from '#domain/money.ts'
import type { Session } from '#services/accounts/sessions/session.ts'
import type { AdminBody } from '#services/contract/contract.ts'
import { ApiError } from '../http/errors/errors.ts'
import type { Services } from '../services.ts'
import { openAccount } from './open-account.ts'

export async function createUser(
  services: Services,
  request: FastifyRequest,
  session: Session,
  { username, password, initialBalance, reason }: Extract<AdminBody, { action: 'createUser' }>,
) {
  const amountCents = centsFromEuros(initialBalance)
  if (amountCents === null) throw new ApiError(initialBalance < 0 ? 'balance_negative' : 'amount_invalid')
  const registered = await openAccount(services, request, session, {
    username,
    password,
    reason,
    role: 'user',
    amountCents: 0,
    fundedBy: amountCents === 0 ? null : { sender: session.accountId, amountCents },
  })
  const floatCents = registered.senderBalanceCents ?? (await services.accounts.read(session.accountId)).floatCents
  return {
    success: true as const,
    message: 'User created successfully',
    userId: registered.accountId,
    adminBalance: eurosOf(floatCents),
    position: registered.token,
  }
}
