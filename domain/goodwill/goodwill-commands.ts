// The commands by which an admin has the house pay a bettor goodwill.
import type { Ending } from '../closing/closing.ts'

/**
 * On the admin's account. `goodwill`: an id of its own. `perDayCents`: what a plain admin may promise in one business
 * day.
 */
export type PromiseGoodwill = {
  readonly type: 'PromiseGoodwill'
  readonly goodwill: string
  readonly to: string
  readonly amountCents: number
  readonly perDayCents: number
  /** Whether the account of `to` is closing or closed, as read a moment ago. */
  readonly receiver?: Ending | undefined
}

/** On the bettor's account: pays what was promised. `by`: the admin. */
export type PayGoodwill = {
  readonly type: 'PayGoodwill'
  readonly goodwill: string
  readonly by: string
  readonly amountCents: number
}
