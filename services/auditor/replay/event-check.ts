// What a rule is given: an event, the state before it, and the findings to report to.

import type { EventType, Meta } from '../events/body.ts'
import type { EventData } from '../events/payloads.ts'
import type { Findings, Place } from '../findings/findings.ts'
import type { AskedDecision, Stream } from './entities.ts'
import type { State } from './state.ts'

export type CheckContext = {
  readonly type: EventType
  /** The schema version that the event is stored in. */
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

/**
 * System time that may pass between looking at another stream (an account, the rules of the desk) and recording the
 * event that was decided by it.
 */
export const DECIDED_WITHIN_MS = 60_000

/** An event recorded later than this may have been unknown to whoever decided the one recorded at `recordedAt`. */
export const justBefore = (recordedAt: string): string =>
  new Date(Date.parse(recordedAt) - DECIDED_WITHIN_MS).toISOString()

/** What a second admin approved in the command of the event; null if nothing. */
export const askedFor = ({ meta, stream }: CheckContext): AskedDecision | null =>
  stream.approved?.command === meta.command.id ? stream.approved.asked : null
