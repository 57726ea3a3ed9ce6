// What a command comes to.
import type { Refusal } from '#domain/decision.ts'
import type { Position } from '#services/event-store/port.ts'
import type { RecordedEvent } from './recorded-event.ts'

export type Accepted<Event> = {
  readonly accepted: true
  /**
   * The command had been accepted before: this is the first answer again. Two processes that carried it out in the same
   * millisecond wrote the same bytes, which is one append: both were first.
   */
  readonly repeated: boolean
  readonly events: readonly RecordedEvent<Event>[]
  /** Position and hash of its last event; null where nothing was left to do. */
  readonly position: Position | null
  readonly hash: string | null
  /** The account's wallet, or an admin's float, after the command. */
  readonly balanceCents: number
}
export type Outcome<Event> = Accepted<Event> | { readonly accepted: false; readonly refusal: Refusal }

/**
 * Thrown where the stream that a command was given has gone on: nothing was recorded, and it has to be decided by what it says now. In
 * metrics, logs and traces it is no failure: its name is a word as a refusal's code is.
 */
export class Superseded extends Error {
  override readonly name = 'superseded'
}

/** In a word, for metrics and logs: `accepted`, `repeated`, or the code of the refusal. */
export function outcomeOf(outcome: Outcome<unknown>): string {
  if (!outcome.accepted) return outcome.refusal.code
  return outcome.repeated ? 'repeated' : 'accepted'
}

/** For who decides anew by what it says now. */
export function nullIfSuperseded(error: unknown): null {
  if (error instanceof Superseded) return null
  throw error
}
