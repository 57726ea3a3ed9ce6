// Goodwill: money that an admin has the house pay to a bettor.
import type { Ending } from '../closing/closing.ts'

/** On the admin's account. `goodwill`: an id of its own. `perDayCents`: what a plain admin may promise on one business day. */
export type PromiseGoodwill = {
  readonly type: 'PromiseGoodwill'
  readonly goodwill: string
  readonly to: string
  readonly amountCents: number
  readonly perDayCents: number
  /** Of `to`, as it was read a moment ago. */
  readonly receiver?: Ending | undefined
}

/** On the bettor's account, what was promised. `by`: the admin. */
export type PayGoodwill = {
  readonly type: 'PayGoodwill'
  readonly goodwill: string
  readonly by: string
  readonly amountCents: number
}
