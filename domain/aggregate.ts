// What every aggregate consists of: the stream of its events, a fold that makes its state of them, and a decider that
// turns commands into further events. Each is in the aggregate.ts of its noun.
import type { Decision } from './decision.ts'
import type { CommandMeta } from './meta.ts'

/** An event as its stream holds it. */
export type Recorded<Event> = Event & { readonly meta: CommandMeta; readonly version: number }

export type Aggregate<State, Command, Event> = {
  /** Name of the stream that holds the events of the aggregate with this id. */
  stream(id: string): string
  /** The state before the first event. */
  initial(id: string): State
  /** Folds one event. Changes the state that it is given; throws on a type that it does not know. */
  evolve(state: State, event: Recorded<Event>): void
  decide(command: Command, meta: CommandMeta, state: State): Decision<Event>
  /** A bettor's wallet or an admin's float, in cents; 0 for what has no balance. */
  balanceCents(state: State): number
  /** Rough memory of a state in bytes, in constant time, for caches that are bounded by it. */
  bytes(state: State): number
}
