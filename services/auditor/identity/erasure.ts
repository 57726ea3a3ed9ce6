// What the auditor knows about erasures of personal data, and about the reasons that they delete.
import type { Place } from '../findings/findings.ts'

/**
 * `rows`: how many of each kind were deleted. `reasons`: the commitments to those deleted. `at`: business time.
 * `recordedAt`: system time.
 */
export type Erasure = {
  readonly account: string
  readonly number: number
  readonly by: string
  readonly at: string
  readonly recordedAt: string
  readonly rows: readonly { readonly kind: string; readonly count: number }[]
  readonly reasons: readonly string[]
}

/**
 * The first event with a reason. `about`: the bettor whom all events with it are about; null if there are several,
 * undefined as long as no event says.
 */
export type Reason = {
  readonly place: Place
  readonly by: string
  readonly recordedAt: string
  about: string | null | undefined
}
