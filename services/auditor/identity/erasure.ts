// What the auditor knows of personal data that was erased, and of the reasons that went with it.
import type { Place } from '../findings/findings.ts'

/** `rows`: how many of each kind there were. `reasons`: commitments. `recordedAt`: in system time. */
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
 * A reason by its first event. `about`: the one bettor that all events with it are about; null where there is no such one, undefined as long as no
 * event says.
 */
export type Reason = {
  readonly place: Place
  readonly by: string
  readonly recordedAt: string
  about: string | null | undefined
}
