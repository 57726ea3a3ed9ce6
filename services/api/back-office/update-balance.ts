// Action `updateBalance`: moves money between the admin's float and a bettor's wallet. `amountToAdd` is signed.
import type { FastifyRequest } from 'fastify'
import { centsFromEuros, eurosOf } from '#domain/money.ts'
import { Id } from '#domain/values.ts'
import type { Session } from '#services/accounts/sessions/session.ts'
import type { AdminBody } from '#services/contract/contract.ts'
import { refusedBy } from '../command-context.ts'
import { ApiError } from '../http/errors/errors.ts'
import type { Services } from '../services.ts'
import { metaByHand } from './by-hand.ts'

type Body = Extract<AdminBody, { action: 'updateBalance' }>

/** The amount in cents, above 0 in either direction. */
function amountOf({ amountToAdd, balanceType }: Body): number {
  const cents = centsFromEuros(Math.abs(amountToAdd))
  if (cents === null || cents === 0) throw new ApiError('amount_invalid')
  if (amountToAdd > 0 !== (balanceType === 'deposit')) throw new ApiError('amount_sign_wrong')
  return cents
}

export async function updateBalance(
  { accounts, transfers, commandClaims, freshness, clock, pool }: Services,
  request: FastifyRequest,
  session: Session,
  body: Body,
) {
  const { userId, balanceType } = body
  const amountCents = amountOf(body)
  const user = Id.safeParse(userId).success ? await accounts.read(userId) : null
  if (user?.opened?.role !== 'user') throw new ApiError('account_missing')

  const asked = { type: 'updateBalance', userId, balanceType, amountCents }
  const meta = await metaByHand({ clock, pool }, request, session, { asked, reason: body.reason })
  const moved = await commandClaims.hold(meta.command, () =>
    balanceType === 'deposit'
      ? transfers.deposit(userId, amountCents, meta)
      : transfers.withdraw(userId, session.accountId, amountCents, meta),
  )
  if (!moved.accepted) throw refusedBy(moved.refusal)
  const { senderBalanceCents, receiverBalanceCents } = moved
  const token = await freshness.recordSharedWrite(session.id, moved)
  const [floatCents, walletCents] =
    balanceType === 'deposit' ? [senderBalanceCents, receiverBalanceCents] : [receiverBalanceCents, senderBalanceCents]
  return {
    success: true as const,
    adminBalance: eurosOf(floatCents),
    userBalance: eurosOf(walletCents),
    position: token,
  }
}
