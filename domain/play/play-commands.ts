// The commands about a bettor's own limits and breaks, on his account.
import type { BreakLength, LimitKind, PlayPeriod } from './play-terms.ts'

/** `amountCents` null: no limit any more. The amount in force takes back an increase that waits. */
export type SetPlayLimit = {
  readonly type: 'SetPlayLimit'
  readonly kind: LimitKind
  readonly period: PlayPeriod
  readonly amountCents: number | null
}

export type TakeBreak = { readonly type: 'TakeBreak'; readonly length: BreakLength }
