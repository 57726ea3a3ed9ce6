// The state of one stream as this process holds it, with its appends in flight: the next command is decided on what
// they will leave, before they are committed.
import type { StreamHead } from '#services/event-store/port.ts'
import type { RecordedEvent } from './aggregate.ts'
import type { Accepted } from './outcome.ts'

/** A command whose events are on their way. */
export type PendingAppend<Event> = {
  readonly hash: string
  readonly events: readonly RecordedEvent<Event>[]
  /** Whether the state has its events. */
  applied: boolean
  /** Undefined where the append failed: decide again. */
  readonly landed: Promise<Accepted<Event> | undefined>
}

export class CachedState<State, Event> {
  readonly id: string
  readonly stream: string
  readonly state: State
  /** The head that the state has, and the one that the appends in flight will leave. */
  head: StreamHead
  expected: StreamHead
  /** By command id, in order of sending. */
  readonly flights = new Map<string, PendingAppend<Event>>()
  /** Not to be decided on any more. */
  dropped = false
  readonly #evolve: (state: State, event: RecordedEvent<Event>) => void

  constructor(
    { id, stream, state, head }: { id: string; stream: string; state: State; head: StreamHead },
    evolve: (state: State, event: RecordedEvent<Event>) => void,
  ) {
    this.id = id
    this.stream = stream
    this.state = state
    this.head = head
    this.expected = head
    this.#evolve = evolve
  }

  /** Folds an event that is stored. */
  fold(event: RecordedEvent<Event>, hash: string): void {
    this.#evolve(this.state, event)
    this.head = { version: event.version, hash }
    this.expected = this.head
  }

  /** Folds the appends in flight, up to and with `last`. */
  foldFlights(last?: PendingAppend<Event>): void {
    for (const flight of this.flights.values()) {
      if (!flight.applied) for (const event of flight.events) this.#evolve(this.state, event)
      flight.applied = true
      if (flight === last) break
    }
  }

  /** Resolves when nothing is in flight. */
  async landed(): Promise<void> {
    while (this.flights.size > 0) await Promise.allSettled([...this.flights.values()].map(({ landed }) => landed))
  }
}
