// The states that this process holds: loaded from the store when first asked for, as many as memory allows, and asked
// whether they are current before anything is refused on them.
import { LRUCache } from 'lru-cache'
import type { EventStore, StreamHead } from '#services/event-store/port.ts'
import { type Aggregate, recordedIn } from './aggregate.ts'
import { CachedState } from './cached-state.ts'

const NO_HEAD: StreamHead = { version: -1, hash: null }

/** A question to the store that is under way, and the next one, for those who asked after it had begun. */
type Checks = { now: Promise<boolean>; next: Promise<boolean> | null }

export class CachedStates<State, Event> {
  readonly #aggregate: Pick<Aggregate<State, never, Event>, 'stream' | 'initial' | 'evolve' | 'bytes'>
  readonly #store: EventStore
  readonly #held: LRUCache<string, CachedState<State, Event>>
  readonly #loading = new Map<string, Promise<CachedState<State, Event>>>()
  readonly #checks = new Map<CachedState<State, Event>, Checks>()

  constructor(
    aggregate: Pick<Aggregate<State, never, Event>, 'stream' | 'initial' | 'evolve' | 'bytes'>,
    { store, cacheBytes }: { store: EventStore; cacheBytes: number },
  ) {
    this.#aggregate = aggregate
    this.#store = store
    this.#held = new LRUCache({
      maxSize: cacheBytes,
      sizeCalculation: ({ state }) => Math.max(1, aggregate.bytes(state)),
    })
  }

  of(id: string): CachedState<State, Event> | Promise<CachedState<State, Event>> {
    return this.#held.get(id) ?? this.#loading.get(id) ?? this.#bring(this.#anew(id))
  }

  /** It has grown, and was used. */
  keep(held: CachedState<State, Event>): void {
    if (!held.dropped) this.#held.set(held.id, held)
  }

  drop(held: CachedState<State, Event>): void {
    held.dropped = true
    if (this.#held.peek(held.id) === held) this.#held.delete(held.id)
  }

  /** Puts one in its place that goes on from the same state, which has nothing that is not stored. */
  replace(held: CachedState<State, Event>): void {
    this.drop(held)
    if (this.#loading.has(held.id)) return
    void this.#bring(new CachedState(held, this.#aggregate.evolve)).catch(() => {})
  }

  /**
   * Whether the state that was just decided on is what the stream holds now. The read that says so began after this
   * call: a command never gets an answer from before it came. All who ask meanwhile share the next read.
   */
  isCurrent(held: CachedState<State, Event>): Promise<boolean> {
    const checks = this.#checks.get(held)
    if (checks === undefined) return this.#check(held)
    checks.next ??= checks.now.then(
      () => this.#check(held),
      () => this.#check(held),
    )
    return checks.next
  }

  #check(held: CachedState<State, Event>): Promise<boolean> {
    const checks: Checks = {
      next: null,
      now: this.#ask(held).finally(() => {
        if (this.#checks.get(held) === checks) this.#checks.delete(held)
      }),
    }
    this.#checks.set(held, checks)
    return checks.now
  }

  async #ask(held: CachedState<State, Event>): Promise<boolean> {
    if (held.flights.size > 0) {
      await held.landed()
      return false
    }
    if (held.dropped) return false
    const { version } = held.head
    const head = await this.#store.readHead(held.stream)
    if (held.dropped || held.flights.size > 0 || held.head.version !== version) return false
    if (head.version === version) return true
    // another process wrote: begin again from what it wrote
    this.drop(held)
    return false
  }

  #anew(id: string): CachedState<State, Event> {
    const { stream, initial, evolve } = this.#aggregate
    return new CachedState({ id, stream: stream(id), state: initial(id), head: NO_HEAD }, evolve)
  }

  /** Everybody who needs this state waits for the one read that brings it up to date. */
  #bring(held: CachedState<State, Event>): Promise<CachedState<State, Event>> {
    const brought = this.#load(held).finally(() => this.#loading.delete(held.id))
    this.#loading.set(held.id, brought)
    return brought
  }

  /** Folds what the stream holds beyond the head. */
  async #load(held: CachedState<State, Event>): Promise<CachedState<State, Event>> {
    for await (const stored of this.#store.readStream(held.stream, held.head.version + 1)) {
      held.fold(recordedIn(stored), stored.hash)
    }
    this.#held.set(held.id, held)
    return held
  }
}
