// GET and POST /api/account/limits, POST /api/account/breaks: limits and breaks that bettors set for themselves.
import { z } from 'zod'
import { BREAK_KINDS, BREAK_LENGTHS, LIMIT_KINDS, PLAY_PERIODS } from '#domain/play/play-terms.ts'
import { Euros, IsoTime } from '../values.ts'

/** In euros; null: no limit. */
const LimitAmount = Euros.nullable()

export const PlayLimits = z.object({
  /** One for each kind and period, whether or not it is set. */
  limits: z.array(
    z.object({
      kind: z.enum(LIMIT_KINDS),
      period: z.enum(PLAY_PERIODS),
      amount: LimitAmount,
      /** What the bets of the period have staked or lost. Losses are below 0 if more came back than was staked. */
      used: Euros,
      /** What a bet may still stake; null without a limit. */
      left: LimitAmount,
      /** When the period ends and the count starts over. */
      periodEnds: IsoTime,
      /** An increase that waits. Setting the amount in force again withdraws it. */
      pending: z.object({ amount: LimitAmount, effectiveAt: IsoTime }).nullable(),
    }),
  ),
  /** The break in force; `until` null: for good. */
  break: z.object({ kind: z.enum(BREAK_KINDS), until: IsoTime.nullable() }).nullable(),
  /** The largest stake and payout of one bet, as the house has capped them for this bettor. */
  perBet: z.object({ stake: LimitAmount, payout: LimitAmount }),
})
export type PlayLimits = z.infer<typeof PlayLimits>
export type PlayLimit = PlayLimits['limits'][number]

/**
 * With the header Idempotency-Key. Lower limits apply at once; higher ones, and removals, after a day of business time.
 */
export const SetLimitBody = z.strictObject({
  kind: z.enum(LIMIT_KINDS),
  period: z.enum(PLAY_PERIODS),
  amount: LimitAmount,
})
export type SetLimitBody = z.infer<typeof SetLimitBody>

/** With the header Idempotency-Key. A break can only be lengthened. */
export const TakeBreakBody = z.strictObject({ length: z.enum(BREAK_LENGTHS) })
export type TakeBreakBody = z.infer<typeof TakeBreakBody>
