// What a bettor sets for himself, on the stream of his account.
// These are storage contracts: a published version never changes (its schema is compared in the tests).
import { z } from 'zod'
import { Instant, PositiveCents } from '../values.ts'
import { BREAK_KINDS, LIMIT_KINDS, PLAY_PERIODS } from './play-terms.ts'

/** A limit on the stakes or losses of a period. What it replaces holds until it takes effect; a later one takes its place. */
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
