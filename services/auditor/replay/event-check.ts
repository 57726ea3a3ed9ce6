// What a rule is given: an event, the state before it, and where to report findings.

import type { EventType, Meta } from '../events/body.ts'
import type { EventData } from '../events/payloads.ts'
import type { Findings, Place } from '../findings/findings.ts'
import type { Stream } from './entities.ts'
import type { State } from './state.ts'

export type CheckContext = {
  readonly type: EventType
  /** The version that it is stored in. */
  readonly schema: number
  readonly meta: Meta
  readonly place: Place
  readonly stream: Stream
  /** The id in the stream's name. */
  readonly subject: string
  readonly state: State
  readonly findings: Findings
}
export type EventCheck<T extends EventType> = CheckContext & { readonly data: EventData[T] }

/** In system time: between the look at another stream, such as an account or the rules of the desk, and the event decided upon it. */
export const DECIDED_WITHIN_MS = 60_000

/** What was recorded later may not have been known to who decided. */
export const justBefore = (recordedAt: string): string =>
  new Date(Date.parse(recordedAt) - DECIDED_WITHIN_MS).toISOString()
