// What every command carries beside its own fields: who asks, when, under which name. Deciders never look at a clock.
import type { Meta } from './meta.ts'

/** The metadata of the events that a command will append, without what the recorder adds (`recordedAt`). */
export type CommandMeta = Omit<Meta, 'recordedAt'>

/** A refusal is a value: `code` is stable, `error` is the text shown (the specification's where it has one). */
export type Refusal = { readonly code: RefusalCode; readonly error: string; readonly detail?: unknown }

/** `events` may be empty: the command had been carried out already, nothing is left to do. */
export type Decision<Event> =
  | { readonly accepted: true; readonly events: readonly Event[] }
  | { readonly accepted: false; readonly refusal: Refusal }

export type { RefusalCode } from './refusals.ts'

import type { RefusalCode } from './refusals.ts'
