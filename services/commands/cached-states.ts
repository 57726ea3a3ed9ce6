// The states that this process has cached: loaded from the store when first needed, as many as memory allows, and checked
// against the store before anything is refused on them.
import { LRUCache } from 'lru-cache'
import type { Aggregate } from '#domain/aggregate.ts'
import type { EventStore, StreamHead } from '#services/event-store/port.ts'
import { CachedState } from './cached-state.ts'
import { recordedIn } from './recorded-event.ts'

const NO_HEAD: StreamHead = { version: -1, hash: null }

/** The running check against the store, and the next one, for commands that came after it had begun. */
type Checks = { running: Promise<boolean>; next: Promise<boolean> | null }

type CachedAggregate<State, Event> = Pick<Aggregate<State, never, Event>, 'stream' | 'initial' | 'evolve' | 'bytes'>

export class CachedStates<State, Event> {
  readonly #aggregate: CachedAggregate<State, Event>
  readonly #store: EventStore
  readonly #cache: LRUCache<string, CachedState<State, Event>>
  readonly #loading = new Map<string, Promise<CachedState<State, Event>>>()
  readonly #checks = new Map<CachedState<State, Event>, Checks>()

  constructor(
    aggregate: CachedAggregate<State, Event>,
    { store, cacheBytes }: { store: EventStore; cacheBytes: number },
  ) {
    this.#aggregate = aggregate
    this.#store = store
    this.#cache = new LRUCache({
      maxSize: cacheBytes,
      sizeCalculation: ({ state }) => Math.max(1, aggregate.bytes(state)),
    })
  }

  /** The cached state, loaded where there is none. It may be behind the store: see `isCurrent`. */
  get(id: string): CachedState<State, Event> | Promise<CachedState<State, Event>> {
    return this.#cache.get(id) ?? this.#loading.get(id) ?? this.#load(this.#initial(id))
  }

  /** Notes that a state has grown and was used. */
  touch(cached: CachedState<State, Event>): void {
    if (!cached.dropped) this.#cache.set(cached.id, cached)
  }

  drop(cached: CachedState<State, Event>): void {
    cached.dropped = true
    if (this.#cache.peek(cached.id) === cached) this.#cache.delete(cached.id)
  }

  /** Brings a state up to date in which every folded event is stored. Another object takes its place. */
  reload(cached: CachedState<State, Event>): void {
    this.drop(cached)
    if (this.#loading.has(cached.id)) return
    void this.#load(new CachedState<State, Event>(cached, this.#aggregate.evolve)).catch(() => {})
  }

  /**
   * Whether the state that was just decided on is what the stream holds now. The read that says so began after this
   * call: a command never gets an answer from before it came. All who ask meanwhile share the next read.
   */
  isCurrent(cached: CachedState<State, Event>): Promise<boolean> {
    const checks = this.#checks.get(cached)
    if (checks === undefined) return this.#check(cached)
    checks.next ??= checks.running.then(
      () => this.#check(cached),
      () => this.#check(cached),
    )
    return checks.next
  }

  #check(cached: CachedState<State, Event>): Promise<boolean> {
    const checks: Checks = {
      next: null,
      running: this.#compareWithStore(cached).finally(() => {
        if (this.#checks.get(cached) === checks) this.#checks.delete(cached)
      }),
    }
    this.#checks.set(cached, checks)
    return checks.running
  }

  async #compareWithStore(cached: CachedState<State, Event>): Promise<boolean> {
    if (cached.pending.size > 0) {
      await cached.settled()
      return false
    }
    if (cached.dropped) return false
    const { version } = cached.head
    const head = await this.#store.readHead(cached.stream)
    if (cached.dropped || cached.pending.size > 0 || cached.head.version !== version) return false
    if (head.version === version) return true
    // another process wrote: load its events too
    this.drop(cached)
    return false
  }

  #initial(id: string): CachedState<State, Event> {
    const { stream, initial, evolve } = this.#aggregate
    return new CachedState<State, Event>({ id, stream: stream(id), state: initial(id), head: NO_HEAD }, evolve)
  }

  /** Everybody who needs this state waits for the one read that brings it up to date. */
  #load(cached: CachedState<State, Event>): Promise<CachedState<State, Event>> {
    const loaded = this.#foldStored(cached).finally(() => this.#loading.delete(cached.id))
    this.#loading.set(cached.id, loaded)
    return loaded
  }

  /** Folds what the stream holds beyond the head, and caches the state. */
  async #foldStored(cached: CachedState<State, Event>): Promise<CachedState<State, Event>> {
    for await (const stored of this.#store.readStream(cached.stream, cached.head.version + 1)) {
      cached.fold(recordedIn(stored), stored.hash)
    }
    this.#cache.set(cached.id, cached)
    return cached
  }
}
