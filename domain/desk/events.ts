// The rules of the desk for all bets: the settings of the book, and what betting is stopped on. They share one stream,
// so that a single head says which rules a bet was decided under.
import { z } from 'zod'
import { MAX_CENTS } from '../limits.ts'
import { Id, Text } from '../values.ts'
import type { Newest } from '../versions/newest.ts'

/** The one desk in a log. */
export const DESK = 'de500000000000000000000000000001'

export const deskStream = (desk: string) => `desk-${desk}`

const Value = z.union([z.int().min(0).max(MAX_CENTS), Text])

/** `setting`: a name of ./settings.ts, an open list. `before` is absent if it had no value yet. */
export const SettingsSet = z.strictObject({
  settings: z
    .array(z.strictObject({ setting: Text, before: Value.optional(), after: Value }))
    .min(1)
    .max(100),
})

/**
 * What is stopped: all betting, a fixture, or one market of it ('totals', which includes 'alternate_totals'). Each stop
 * is resumed on its own.
 */
const StopScope = z.strictObject({ fixture: Id.optional(), market: Text.optional() })
export type StopScope = z.infer<typeof StopScope>
export const BettingStopped = StopScope
export const BettingResumed = StopScope

export const deskEvents = {
  SettingsSet: { 1: SettingsSet },
  BettingStopped: { 1: BettingStopped },
  BettingResumed: { 1: BettingResumed },
} as const

export type DeskEvent = Newest<typeof deskEvents>
