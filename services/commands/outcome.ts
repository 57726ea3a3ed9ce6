// The outcome of a command.
import type { Refusal } from '#domain/decision.ts'
import type { Position } from '#services/event-store/port.ts'
import type { RecordedEvent } from './recorded-event.ts'

export type Accepted<Event> = {
  readonly accepted: true
  /**
   * The command had been accepted before: this is the first answer again. If two processes carried it out in the same
   * millisecond, they wrote the same bytes, which are one append: then it is false for both.
   */
  readonly repeated: boolean
  readonly events: readonly RecordedEvent<Event>[]
  /** Position and hash of its last event; null if nothing was left to do. */
  readonly position: Position | null
  readonly hash: string | null
  /** The account's wallet or float after the command, in cents. */
  readonly balanceCents: number
}
export type Outcome<Event> = Accepted<Event> | { readonly accepted: false; readonly refusal: Refusal }

/**
 * Thrown if the stream that a command was given has moved on: nothing was recorded, and the caller has to decide anew
 * by what that stream says now. It is not a failure, so metrics, logs and traces show its name as they show the code of
 * a refusal.
 */
export class Superseded extends Error {
  override readonly name = 'superseded'
}

/** In a word, for metrics and logs: `accepted`, `repeated`, or the code of the refusal. */
export function outcomeOf(outcome: Outcome<unknown>): string {
  if (!outcome.accepted) return outcome.refusal.code
  return outcome.repeated ? 'repeated' : 'accepted'
}

/** For callers that decide anew: null instead of Superseded, and throws every other error. */
export function nullIfSuperseded(error: unknown): null {
  if (error instanceof Superseded) return null
  throw error
}
