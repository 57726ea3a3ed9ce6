// Action `updateBalance`: moves money between the admin's float and a bettor's wallet. `amountToAdd` is signed.
import type { FastifyRequest } from 'fastify'
import { centsFromEuros, eurosOf } from '#domain/money.ts'
import { Id } from '#domain/values.ts'
import type { Session } from '#services/accounts/sessions/session.ts'
import type { AdminBody } from '#services/contract/contract.ts'
import { ApiError } from '../http/errors/errors.ts'
import type { Services } from '../services.ts'
import { giveByHand } from './by-hand.ts'

type Body = Extract<AdminBody, { action: 'updateBalance' }>

/** The amount in cents, above 0 in either direction. */
function amountOf({ amountToAdd, balanceType }: Body): number {
  const cents = centsFromEuros(Math.abs(amountToAdd))
  if (cents === null || cents === 0) throw new ApiError('amount_invalid')
  if (amountToAdd > 0 !== (balanceType === 'deposit')) throw new ApiError('amount_sign_wrong')
  return cents
}

export async function updateBalance(services: Services, request: FastifyRequest, session: Session, body: Body) {
  const { userId, balanceType } = body
  const { accounts, transfers } = services
  const amountCents = amountOf(body)
  const user = Id.safeParse(userId).success ? await accounts.read(userId) : null
  if (user?.opened?.role !== 'user') throw new ApiError('account_missing')

  const asked = { type: 'updateBalance', userId, balanceType, amountCents }
  const byHand = { asked, reason: body.reason }
  const { outcome, position } = await giveByHand(services, request, session, byHand, (meta) =>
    balanceType === 'deposit'
      ? transfers.deposit(userId, amountCents, meta)
      : transfers.withdraw(userId, session.accountId, amountCents, meta),
  )
  const { senderBalanceCents, receiverBalanceCents } = outcome
  const [floatCents, walletCents] =
    balanceType === 'deposit' ? [senderBalanceCents, receiverBalanceCents] : [receiverBalanceCents, senderBalanceCents]
  return {
    success: true as const,
    adminBalance: eurosOf(floatCents),
    userBalance: eurosOf(walletCents),
    position,
  }
}
