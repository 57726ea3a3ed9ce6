// The states that this process has cached: loaded from the store when first needed, as many as memory allows, and
// compared with the store before anything is refused because of them.
import { LRUCache } from 'lru-cache'
import type { Aggregate } from '#domain/aggregate.ts'
import type { EventStore, Later, StreamHead } from '#services/event-store/port.ts'
import { createSharedReads } from '#services/platform/process/shared-reads.ts'
import { CachedState } from './cached-state.ts'
import { recordedIn } from './recorded-event.ts'
import type { Snapshots } from './snapshots/snapshots.ts'

const NO_HEAD: StreamHead = { version: -1, hash: null }

/** Shorter streams are folded from their first event: for most of them a snapshot would cost more than it saves. */
const LONG_STREAM = 512

/**
 * How many events, for each kilobyte of a state, pass before its snapshot is written again, so that writing stays cheap
 * compared with the events.
 */
const EVENTS_PER_KILOBYTE = 0.5

export type CacheOptions = {
  readonly store: EventStore
  readonly cacheBytes: number
  /** Snapshots of long streams; without them all streams are folded from their first event. */
  readonly snapshots?: Snapshots | undefined
}

type CachedAggregate<State, Event> = Pick<Aggregate<State, never, Event>, 'stream' | 'initial' | 'evolve' | 'bytes'>

export class CachedStates<State, Event> {
  readonly #aggregate: CachedAggregate<State, Event>
  readonly #store: EventStore
  readonly #snapshots: Snapshots | undefined
  readonly #cache: LRUCache<string, CachedState<State, Event>>
  readonly #loading = new Map<string, Promise<CachedState<State, Event>>>()

  constructor(aggregate: CachedAggregate<State, Event>, { store, cacheBytes, snapshots }: CacheOptions) {
    this.#aggregate = aggregate
    this.#store = store
    this.#snapshots = snapshots
    this.#cache = new LRUCache({
      maxSize: cacheBytes,
      sizeCalculation: ({ state }) => Math.max(1, aggregate.bytes(state)),
    })
  }

  /** The cached state, loaded if there is none. It may be behind the store: see `isCurrent`. */
  get(id: string): CachedState<State, Event> | Promise<CachedState<State, Event>> {
    return this.#cache.get(id) ?? this.#loading.get(id) ?? this.#load(this.#initial(id))
  }

  /** Records that a state was used and may have grown. */
  touch(cached: CachedState<State, Event>): void {
    if (cached.dropped) return
    this.#cache.set(cached.id, cached)
    this.#keep(cached)
  }

  drop(cached: CachedState<State, Event>): void {
    cached.dropped = true
    if (this.#cache.peek(cached.id) === cached) this.#cache.delete(cached.id)
  }

  /**
   * Brings a state of stored events up to date: by the events after it in `later`, if the store sent them, otherwise by
   * a read, after which another object takes its place.
   */
  catchUp(cached: CachedState<State, Event>, later?: Later): void {
    if (later?.[0]?.version === cached.head.version + 1) {
      try {
        for (const stored of later) cached.fold(recordedIn(stored), stored.hash)
        this.touch(cached)
      } catch {
        // the next command loads the stream again, and fails with the reason
        this.drop(cached)
      }
      return
    }
    this.drop(cached)
    if (this.#loading.has(cached.id)) return
    void this.#load(new CachedState<State, Event>(cached, this.#aggregate.evolve)).catch(() => {})
  }

  /**
   * Whether the state that was just decided on is what the stream holds now. The read that tells began after this call,
   * so that no command is answered from before it came. Calls that come during a read share the next one.
   */
  readonly isCurrent = createSharedReads((cached: CachedState<State, Event>) => this.#compareWithStore(cached))

  async #compareWithStore(cached: CachedState<State, Event>): Promise<boolean> {
    if (cached.pending.length > 0) {
      await cached.settled()
      return false
    }
    if (cached.dropped) return false
    const { version } = cached.head
    const head = await this.#store.readHead(cached.stream)
    if (cached.dropped || cached.pending.length > 0 || cached.head.version !== version) return false
    if (head.version === version) return true
    // another process wrote: load its events too
    this.drop(cached)
    return false
  }

  #initial(id: string): CachedState<State, Event> {
    const { stream, initial, evolve } = this.#aggregate
    return new CachedState<State, Event>({ id, stream: stream(id), state: initial(id), head: NO_HEAD }, evolve)
  }

  /** One read brings a state up to date, and everybody who needs it waits for that. */
  #load(cached: CachedState<State, Event>): Promise<CachedState<State, Event>> {
    const loaded = this.#foldStored(cached).finally(() => this.#loading.delete(cached.id))
    this.#loading.set(cached.id, loaded)
    return loaded
  }

  /** Brings a state to the end of its stream, from a snapshot if the stream is long, and caches it. */
  async #foldStored(cached: CachedState<State, Event>): Promise<CachedState<State, Event>> {
    const isLong = await this.#foldEvents(cached, LONG_STREAM)
    const loaded = isLong ? ((await this.#fromSnapshot(cached)) ?? cached) : cached
    if (isLong) await this.#foldEvents(loaded)
    this.touch(loaded)
    return loaded
  }

  /** Folds what the stream holds beyond the head; true if `max` events were folded and there may be more. */
  async #foldEvents(cached: CachedState<State, Event>, max = Number.POSITIVE_INFINITY): Promise<boolean> {
    let folded = 0
    for await (const stored of this.#store.readStream(cached.stream, cached.head.version + 1)) {
      cached.fold(recordedIn(stored), stored.hash)
      folded += 1
      if (folded === max) return true
    }
    return false
  }

  /** The state of the snapshot, if it is newer and the stream has the event that it ends with. */
  async #fromSnapshot({ id, stream, head }: CachedState<State, Event>): Promise<CachedState<State, Event> | null> {
    const found = (await this.#snapshots?.find<State>(stream)) ?? null
    if (found === null || found.version <= head.version) return null
    for await (const { hash } of this.#store.readStream(stream, found.version)) {
      if (hash !== found.hash) return null
      const start = { id, stream, state: found.state, head: { version: found.version, hash }, keptAt: found.version }
      return new CachedState<State, Event>(start, this.#aggregate.evolve)
    }
    return null
  }

  /** Keeps a snapshot of a long stream now and then, while no append is pending that the state might contain. */
  #keep(cached: CachedState<State, Event>): void {
    const { head, keptAt, pending, state, stream } = cached
    const interval = Math.max(LONG_STREAM, (this.#aggregate.bytes(state) / 1_024) * EVENTS_PER_KILOBYTE)
    if (this.#snapshots === undefined || pending.length > 0 || head.version - keptAt < interval) return
    this.#snapshots.keep(stream, { version: head.version, hash: head.hash!, state })
    cached.keptAt = head.version
  }
}
