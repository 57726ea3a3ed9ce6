// Action `setBetCaps`: sets the largest stake and payout for a bettor's single bets.
import type { FastifyRequest } from 'fastify'
import { centsFromEuros } from '#domain/money.ts'
import { Id } from '#domain/values.ts'
import type { Session } from '#services/accounts/sessions/session.ts'
import type { AdminBody } from '#services/contract/contract.ts'
import { ApiError } from '../../http/errors/errors.ts'
import type { Services } from '../../services.ts'
import { giveByHand, saidOf } from '../by-hand.ts'

/** -1 stands for euros that are not an exact number of cents; the decider refuses it. */
const centsOf = (euros: number | null): number | null => (euros === null ? null : (centsFromEuros(euros) ?? -1))

export async function setBetCaps(
  services: Services,
  request: FastifyRequest,
  session: Session,
  { userId, maxStake, maxPayout, reason }: Extract<AdminBody, { action: 'setBetCaps' }>,
) {
  if (!Id.safeParse(userId).success) throw new ApiError('account_missing')
  const command = { type: 'SetBetCaps', stakeCents: centsOf(maxStake), payoutCents: centsOf(maxPayout) } as const
  const byHand = { asked: { ...command, userId }, reason }
  const { outcome, position } = await giveByHand(services, request, session, byHand, (meta) =>
    services.accounts.execute(userId, command, meta),
  )
  return { success: true as const, message: saidOf(outcome, 'Caps saved'), position }
}
