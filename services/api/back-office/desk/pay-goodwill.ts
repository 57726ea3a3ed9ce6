// Action `payGoodwill`: the house pays a bettor. The payment is promised on the admin's own stream, which counts the
// limit of a day, then paid on the bettor's. Repeating the request completes one that a crash interrupted in between.
import type { FastifyRequest } from 'fastify'
import { endingOf } from '#domain/closing/closing.ts'
import { centsFromEuros, eurosOf, euroText } from '#domain/money.ts'
import { Id } from '#domain/values.ts'
import type { Session } from '#services/accounts/sessions/session.ts'
import { randomId } from '#services/commands/command-id.ts'
import type { AdminBody } from '#services/contract/contract.ts'
import { refusedBy } from '../../command-context.ts'
import { givenBy, namedIn } from '../../desk/desk-rules.ts'
import { goodwillLeft, goodwillPerDay } from '../../desk/goodwill-bound.ts'
import { ApiError } from '../../http/errors/errors.ts'
import type { Services } from '../../services.ts'
import { metaByHand } from '../by-hand.ts'

type Body = Extract<AdminBody, { action: 'payGoodwill' }>

export async function payGoodwill(
  { accounts, rules, commandClaims, freshness, clock, pool }: Services,
  request: FastifyRequest,
  session: Session,
  body: Body,
) {
  const { userId, amount } = body
  const amountCents = centsFromEuros(amount)
  if (amountCents === null || amountCents <= 0) throw new ApiError('amount_invalid')
  const user = Id.safeParse(userId).success ? await accounts.read(userId) : null
  if (user?.opened?.role !== 'user') throw new ApiError('account_missing')

  const asked = { type: 'payGoodwill', userId, amountCents }
  const meta = await metaByHand({ clock, pool }, request, session, { asked, reason: body.reason })
  const promise = {
    type: 'PromiseGoodwill',
    goodwill: randomId(),
    to: userId,
    amountCents,
    receiver: endingOf(user),
  } as const
  const paid = await commandClaims.hold(meta.command, async () => {
    const promised = await rules.decide(async (inForce) => {
      const perDayCents = await goodwillPerDay({ accounts }, inForce, session.accountId)
      const named = { ...meta, ...namedIn(inForce) }
      return accounts.execute(session.accountId, { ...promise, perDayCents }, named, givenBy(inForce))
    })
    if (!promised.accepted) return promised
    // for a repeated command this is the promise that was made, and counted, the first time
    const event = promised.events.find(({ type }) => type === 'GoodwillPromised')
    if (event?.type !== 'GoodwillPromised') throw new Error('goodwill was accepted without a promise')
    const { goodwill } = event.data
    const payment = {
      type: 'PayGoodwill',
      goodwill,
      by: session.accountId,
      amountCents: event.data.amountCents,
    } as const
    const outcome = await accounts.execute(userId, payment, { ...meta, ...namedIn(rules.seen()) })
    return outcome.accepted ? outcome : { ...outcome, recorded: true }
  })
  if (!paid.accepted)
    throw paid.refusal.code === 'goodwill_bound_reached' ? boundReached(paid.refusal) : refusedBy(paid.refusal)
  const token = await freshness.recordSharedWrite(session.id, paid)
  const leftCents = await goodwillLeft({ accounts }, rules.seen(), session.accountId, clock.businessNow())
  return {
    success: true as const,
    message: `${euroText(amountCents)} paid by the house`,
    userBalance: eurosOf(paid.balanceCents),
    ...(leftCents !== null && { leftToday: eurosOf(leftCents) }),
    position: token,
  }
}

/** The refusal, with what is left of the day's limit. */
function boundReached({ code, error, detail }: Parameters<typeof refusedBy>[0]): ApiError {
  const { leftCents } = detail as { leftCents: number }
  return new ApiError(code, {
    error: `${error}. ${euroText(leftCents)} is left today.`,
    leftToday: eurosOf(leftCents),
  })
}
