// Action `closeDay`: an admin closes a business day of their own float, with the balance that was shown.
import type { FastifyRequest } from 'fastify'
import { centsFromEuros } from '#domain/money.ts'
import type { Session } from '#services/accounts/sessions/session.ts'
import type { AdminBody } from '#services/contract/contract.ts'
import { refusedBy } from '../../command-context.ts'
import { ApiError } from '../../http/errors/errors.ts'
import type { Services } from '../../services.ts'
import { metaByHand, saidOf } from '../by-hand.ts'

type Body = Extract<AdminBody, { action: 'closeDay' }>

export async function closeDay(
  { accounts, commandClaims, freshness, clock, pool }: Services,
  request: FastifyRequest,
  session: Session,
  { day, closing, reason }: Body,
) {
  const closingCents = centsFromEuros(closing)
  if (closingCents === null) throw new ApiError('amount_invalid')
  const command = { type: 'CloseFloatDay', day, closingCents } as const
  const meta = await metaByHand({ clock, pool }, request, session, { asked: command, reason })
  const outcome = await commandClaims.hold(meta.command, () => accounts.execute(session.accountId, command, meta))
  if (!outcome.accepted) throw refusedBy(outcome.refusal)
  const token = await freshness.recordSharedWrite(session.id, outcome)
  return { success: true as const, message: saidOf(outcome, `Day ${day} closed`), position: token }
}
