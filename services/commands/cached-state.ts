// The state of one stream as this process has it cached, with the appends that are pending: the next command is decided
// on what they will leave, before they are committed.
import type { StreamHead } from '#services/event-store/port.ts'
import type { Accepted } from './outcome.ts'
import type { RecordedEvent } from './recorded-event.ts'

/**
 * Why nothing was recorded of what was decided: another writer was first on the stream, or the stream that was given has gone on. It
 * is decided again.
 */
export type NotRecorded = 'conflict' | 'superseded'

/** The events of a command that have been sent to the store. */
export type SentCommand<Event> = {
  readonly id: string
  readonly commandHash: string
  readonly events: readonly RecordedEvent<Event>[]
  /** Whether the state has its events. */
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
  /** In order of sending; few. No Map, as a `Bag` is none. */
  readonly pending: SentCommand<Event>[] = []
  /** Version of the last event in the snapshot that is kept of it. */
  keptAt: number
  /** Not to be decided on any more. */
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

  /** That append has its result. Nothing where it had it before. */
  settle(append: SentCommand<Event>): void {
    const at = this.pending.indexOf(append)
    if (at !== -1) this.pending.splice(at, 1)
  }

  /** Resolves when no append is pending. */
  async settled(): Promise<void> {
    while (this.pending.length > 0) await Promise.allSettled(this.pending.map(({ settled }) => settled))
  }
}
