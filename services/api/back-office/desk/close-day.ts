// Action `closeDay`: an admin closes a business day of their own float, with the balance that was shown.
import type { FastifyRequest } from 'fastify'
import { centsFromEuros } from '#domain/money.ts'
import type { Session } from '#services/accounts/sessions/session.ts'
import type { AdminBody } from '#services/contract/contract.ts'
import { ApiError } from '../../http/errors/errors.ts'
import type { Services } from '../../services.ts'
import { giveByHand, saidOf } from '../by-hand.ts'

type Body = Extract<AdminBody, { action: 'closeDay' }>

export async function closeDay(
  services: Services,
  request: FastifyRequest,
  session: Session,
  { day, closing, reason }: Body,
) {
  const closingCents = centsFromEuros(closing)
  if (closingCents === null) throw new ApiError('amount_invalid')
  const command = { type: 'CloseFloatDay', day, closingCents } as const
  const byHand = { asked: command, reason }
  const { outcome, position } = await giveByHand(services, request, session, byHand, (meta) =>
    services.accounts.execute(session.accountId, command, meta),
  )
  return { success: true as const, message: saidOf(outcome, `Day ${day} closed`), position }
}
