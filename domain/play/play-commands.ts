// The commands about bettors' own limits and breaks, on their accounts.
import type { BreakLength, LimitKind, PlayPeriod } from './play-terms.ts'

/** `amountCents` null: no limit any more. Setting the amount in force cancels a waiting increase. */
export type SetPlayLimit = {
  readonly type: 'SetPlayLimit'
  readonly kind: LimitKind
  readonly period: PlayPeriod
  readonly amountCents: number | null
}

export type TakeBreak = { readonly type: 'TakeBreak'; readonly length: BreakLength }
