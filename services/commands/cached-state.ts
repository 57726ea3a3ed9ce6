// The state of one stream as this process has it cached, with its pending appends: the next command is decided on what
// they will leave, before they are committed.
import type { StreamHead } from '#services/event-store/port.ts'
import type { Accepted } from './outcome.ts'
import type { RecordedEvent } from './recorded-event.ts'

/**
 * Why the events of a decision were not recorded, so that the command is decided again. 'conflict': another writer
 * appended to the stream first. 'superseded': the stream that was given has moved on.
 */
export type NotRecorded = 'conflict' | 'superseded'

/** The events of a command that have been sent to the store. */
export type SentCommand<Event> = {
  readonly id: string
  readonly commandHash: string
  readonly events: readonly RecordedEvent<Event>[]
  /** Whether the state contains its events. */
  folded: boolean
  readonly settled: Promise<Accepted<Event> | NotRecorded>
}

type Start<State> = {
  readonly id: string
  readonly stream: string
  readonly state: State
  readonly head: StreamHead
  readonly keptAt?: number
}

export class CachedState<State, Event> {
  readonly id: string
  readonly stream: string
  readonly state: State
  /** The head of the stream without the pending appends, and with them. */
  head: StreamHead
  expected: StreamHead
  /**
   * In the order of sending; there are few. An array and not a Map, for the reason given in services/platform/bag.ts.
   */
  readonly pending: SentCommand<Event>[] = []
  /** Version of the last event in the newest snapshot of this stream, -1 without one. */
  keptAt: number
  /** If true, nothing may be decided on it any more. */
  dropped = false
  readonly #evolve: (state: State, event: RecordedEvent<Event>) => void

  constructor(
    { id, stream, state, head, keptAt = -1 }: Start<State>,
    evolve: (state: State, event: RecordedEvent<Event>) => void,
  ) {
    this.id = id
    this.stream = stream
    this.state = state
    this.head = head
    this.expected = head
    this.keptAt = keptAt
    this.#evolve = evolve
  }

  /** Folds an event that is stored. */
  fold(event: RecordedEvent<Event>, hash: string): void {
    this.#evolve(this.state, event)
    this.head = { version: event.version, hash }
    this.expected = this.head
  }

  /** Folds the pending appends, up to and including `last`. */
  foldPending(last?: SentCommand<Event>): void {
    for (const append of this.pending) {
      if (!append.folded) for (const event of append.events) this.#evolve(this.state, event)
      append.folded = true
      if (append === last) break
    }
  }

  /** Removes an append that has its result from the pending ones; does nothing if it was removed before. */
  settle(append: SentCommand<Event>): void {
    const at = this.pending.indexOf(append)
    if (at !== -1) this.pending.splice(at, 1)
  }

  /** Resolves when no append is pending. */
  async settled(): Promise<void> {
    while (this.pending.length > 0) await Promise.allSettled(this.pending.map(({ settled }) => settled))
  }
}
