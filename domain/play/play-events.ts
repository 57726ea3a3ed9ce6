// The limits and breaks that bettors set for themselves, on the streams of their accounts.
// These are storage contracts: a published version never changes (a test compares its schema).
import { z } from 'zod'
import { Instant, PositiveCents } from '../values.ts'
import { BREAK_KINDS, LIMIT_KINDS, PLAY_PERIODS } from './play-terms.ts'

/**
 * A limit on the stakes or losses of a period. The previous limit holds until this one takes effect; a later event
 * replaces it.
 */
export const PlayLimitSet = z.strictObject({
  kind: z.enum(LIMIT_KINDS),
  period: z.enum(PLAY_PERIODS),
  /** Null: no limit. */
  amountCents: z.nullable(PositiveCents),
  /** Business time. */
  effectiveAt: Instant,
})
export type PlayLimitSet = z.infer<typeof PlayLimitSet>

/** No bets from here on until `until`; null: for good. */
export const BreakTaken = z.strictObject({ kind: z.enum(BREAK_KINDS), until: z.nullable(Instant) })
export type BreakTaken = z.infer<typeof BreakTaken>

export const playEvents = {
  PlayLimitSet: { 1: PlayLimitSet },
  BreakTaken: { 1: BreakTaken },
} as const
