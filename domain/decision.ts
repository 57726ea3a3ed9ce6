// A decider's answer: events to append, or a refusal.
import type { RefusalCode } from './refusals.ts'

/**
 * A refusal is a value, not an exception. `code` is stable; `error` is the text shown, the specification's where it has
 * one.
 */
export type Refusal = { readonly code: RefusalCode; readonly error: string; readonly detail?: unknown }

/** `events` may be empty: the command's effect is in the state already. */
export type Decision<Event> =
  | { readonly accepted: true; readonly events: readonly Event[] }
  | { readonly accepted: false; readonly refusal: Refusal }

export const accept = <Event>(...events: readonly Event[]): Decision<Event> => ({ accepted: true, events })

/** Accepted with nothing to append: the command's effect is in the state already. */
export const ALREADY_DONE: Decision<never> = { accepted: true, events: [] }
