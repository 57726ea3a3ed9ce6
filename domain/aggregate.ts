// What every aggregate consists of: the stream of its events, a fold that turns them into state, and a decider that
// turns commands into further events. Each is in the aggregate.ts of its noun.
import type { Decision } from './decision.ts'
import type { CommandMeta } from './meta.ts'

/** An event as it is stored in its stream. */
export type Recorded<Event> = Event & { readonly meta: CommandMeta; readonly version: number }

export type Aggregate<State, Command, Event> = {
  /** Name of the stream with the events of the aggregate of this id. */
  stream(id: string): string
  /** The state before the first event. */
  initial(id: string): State
  /** Folds one event into `state`, which it changes. Throws on a type that it does not know. */
  evolve(state: State, event: Recorded<Event>): void
  decide(command: Command, meta: CommandMeta, state: State): Decision<Event>
  /** A bettor's wallet or an admin's float, in cents; 0 for an aggregate without a balance. */
  balanceCents(state: State): number
  /** Rough size of a state in bytes, in constant time, for caches that are bounded by it. */
  bytes(state: State): number
}
