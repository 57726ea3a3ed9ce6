// Load, decide, append, decide again: how every command becomes events on one stream.
//
// States are cached by stream. While nothing is in flight the cached state is what the store holds; a second command
// on the same stream is decided on the events of the first before they are committed, and both go in one flush.
// Where such a chain breaks, the cached state is dropped and everybody decides again on what the stream says.
import { LRUCache } from 'lru-cache'
import type { CommandMeta, Decision, Refusal } from '../../domain/commands.ts'
import type { Meta } from '../../domain/meta.ts'
import { refuse } from '../../domain/refusals.ts'
import { decodeBody, encodeEvent } from '../event-store/encoding.ts'
import type { EncodedEvent, EventStore, Position, StreamHead } from '../event-store/port.ts'
import { StoreUnavailable } from '../event-store/port.ts'

export type RecordedEvent<Event> = Event & { readonly meta: Meta; readonly version: number }

/** What a state remembers of an accepted command. `balanceCents`: the account's purse after it. */
export type RememberedCommand = {
  readonly hash: string
  readonly version: number
  readonly count: number
  readonly balanceCents: number
}

/** The skeleton that every aggregate of the domain shares. `evolve` changes the state that it is given. */
export type Aggregate<State, Command, Event> = {
  stream(id: string): string
  initial(id: string): State
  evolve(state: State, event: RecordedEvent<Event>): void
  decide(command: Command, meta: CommandMeta, state: State): Decision<Event>
  /** What the purse of an account holds; 0 where there is none. */
  balanceCents(state: State): number
  /** Rough memory of a state in bytes, in constant time. */
  bytes(state: State): number
}

export type Accepted<Event> = {
  readonly accepted: true
  /**
   * The command had been accepted before: this is the first answer again. Two processes that carried it out in the same
   * millisecond wrote the same bytes, which is one append: both were first.
   */
  readonly repeated: boolean
  readonly events: readonly RecordedEvent<Event>[]
  /** Position and hash of its last event; null where nothing was left to do. */
  readonly position: Position | null
  readonly hash: string | null
  /** The account's wallet, or an admin's float, after the command. */
  readonly balanceCents: number
}
export type Outcome<Event> = Accepted<Event> | { readonly accepted: false; readonly refusal: Refusal }

export type Recorder<State, Command, Event> = {
  /** Carries a command out. Throws OutcomeUnknown, AppendTooLarge, StoreUnavailable. */
  execute(id: string, command: Command, meta: CommandMeta): Promise<Outcome<Event>>
  /** The state as the store has it now. Not to be changed. */
  read(id: string): Promise<State>
}

type Flight<Event> = {
  readonly hash: string
  readonly events: readonly RecordedEvent<Event>[]
  applied: boolean
  /** Undefined where the append failed: decide again. */
  readonly landed: Promise<Accepted<Event> | undefined>
}

type Entry<State, Event> = {
  readonly stream: string
  readonly state: State
  /** The head that the state has, and the one that the appends in flight will leave. */
  head: StreamHead
  expected: StreamHead
  /** By command id, in order of sending. */
  readonly flights: Map<string, Flight<Event>>
  /** Not to be decided on any more. */
  dropped: boolean
  checking: Promise<boolean> | null
  nextCheck: Promise<boolean> | null
}

/** A command that loses this many races in a row is told to try again rather than kept waiting. */
const MAX_ROUNDS = 64

const NO_HEAD: StreamHead = { version: -1, hash: null }

export function createRecorder<
  State extends { readonly commands: ReadonlyMap<string, RememberedCommand> },
  Command,
  Event extends { type: string; schema: number; data: unknown },
>(
  aggregate: Aggregate<State, Command, Event>,
  { store, systemNow, cacheBytes }: { store: EventStore; systemNow: () => Date; cacheBytes: number },
): Recorder<State, Command, Event> {
  type Held = Entry<State, Event>
  const entries = new LRUCache<string, Held>({
    maxSize: cacheBytes,
    sizeCalculation: (entry) => Math.max(1, aggregate.bytes(entry.state)),
  })
  const loading = new Map<string, Promise<Held>>()

  const held = (stream: string, state: State, head: StreamHead): Held => ({
    stream,
    state,
    head,
    expected: head,
    flights: new Map(),
    dropped: false,
    checking: null,
    nextCheck: null,
  })

  async function load(id: string, entry: Held): Promise<Held> {
    await catchUp(entry)
    entries.set(id, entry)
    return entry
  }

  /** Folds what the stream holds beyond the entry's head. */
  async function catchUp(entry: Held): Promise<void> {
    for await (const stored of store.readStream(entry.stream, entry.head.version + 1)) {
      const { type, schema, data, meta, version } = decodeBody(stored.body)
      aggregate.evolve(entry.state, { type, schema, data, meta, version } as unknown as RecordedEvent<Event>)
      entry.head = { version, hash: stored.hash }
    }
    entry.expected = entry.head
  }

  function hold(id: string): Held | Promise<Held> {
    return entries.get(id) ?? loading.get(id) ?? bring(id, held(aggregate.stream(id), aggregate.initial(id), NO_HEAD))
  }

  /** Everybody who needs this state waits for the one read that brings it up to date. */
  function bring(id: string, entry: Held): Promise<Held> {
    const brought = load(id, entry).finally(() => loading.delete(id))
    loading.set(id, brought)
    return brought
  }

  function drop(id: string, entry: Held): void {
    entry.dropped = true
    if (entries.peek(id) === entry) entries.delete(id)
  }

  const landed = async (entry: Held): Promise<void> => {
    while (entry.flights.size > 0) await Promise.allSettled([...entry.flights.values()].map((flight) => flight.landed))
  }

  /**
   * Whether the state that was just decided on is what the stream holds now. The read that says so began after this
   * call: a command never gets an answer from before it came. All who ask meanwhile share the next read.
   */
  function isCurrent(id: string, entry: Held): Promise<boolean> {
    if (entry.checking === null) return check(id, entry)
    entry.nextCheck ??= entry.checking.then(
      () => check(id, entry),
      () => check(id, entry),
    )
    return entry.nextCheck
  }

  function check(id: string, entry: Held): Promise<boolean> {
    entry.nextCheck = null
    entry.checking = (async () => {
      if (entry.flights.size > 0) {
        await landed(entry)
        return false
      }
      if (entry.dropped) return false
      const { version } = entry.head
      const head = await store.readHead(entry.stream)
      if (entry.dropped || entry.flights.size > 0 || entry.head.version !== version) return false
      if (head.version === version) return true
      // another process wrote: begin again from what it wrote
      drop(id, entry)
      return false
    })().finally(() => {
      entry.checking = null
    })
    return entry.checking
  }

  /** Folds the appends in flight, up to and with `last`: the next command is decided on what they will leave. */
  function applyFlights(entry: Held, last?: Flight<Event>): void {
    for (const flight of entry.flights.values()) {
      if (!flight.applied) for (const event of flight.events) aggregate.evolve(entry.state, event)
      flight.applied = true
      if (flight === last) break
    }
  }

  function encode(
    entry: Held,
    events: readonly Event[],
    meta: Meta,
  ): { encoded: EncodedEvent[]; recorded: RecordedEvent<Event>[] } {
    const encoded: EncodedEvent[] = []
    const recorded: RecordedEvent<Event>[] = []
    let { version, hash } = entry.expected
    for (const event of events) {
      version += 1
      const one = encodeEvent({
        log: store.logId,
        stream: entry.stream,
        version,
        type: event.type,
        schema: event.schema,
        data: event.data,
        meta,
        prev: hash,
      })
      hash = one.hash
      encoded.push(one)
      recorded.push({ ...event, meta, version })
    }
    return { encoded, recorded }
  }

  function send(
    id: string,
    entry: Held,
    events: readonly Event[],
    commandMeta: CommandMeta,
  ): Promise<Accepted<Event> | undefined> {
    const meta: Meta = { ...commandMeta, recordedAt: systemNow().toISOString() }
    const { encoded, recorded } = encode(entry, events, meta)
    const expected = entry.expected
    const last = encoded.at(-1)!
    const head = { version: last.version, hash: last.hash }
    entry.expected = head
    const appended = store.append({ stream: entry.stream, expected, events: encoded })
    const flight: Flight<Event> = { hash: meta.command.hash, events: recorded, applied: false, landed: settle() }
    entry.flights.set(meta.command.id, flight)
    return flight.landed

    async function settle(): Promise<Accepted<Event> | undefined> {
      try {
        const result = await appended
        if (!result.ok) {
          lost()
          return undefined
        }
        applyFlights(entry, flight)
        entry.head = head
        entry.flights.delete(meta.command.id)
        if (!entry.dropped) entries.set(id, entry)
        const { balanceCents } = entry.state.commands.get(meta.command.id)!
        return {
          accepted: true,
          repeated: false,
          events: recorded,
          position: result.position,
          hash: head.hash,
          balanceCents,
        }
      } catch (error) {
        entry.flights.delete(meta.command.id)
        drop(id, entry)
        throw error
      }
    }

    /** Another writer was first. A state that has nothing of what was lost is brought up to date; any other is loaded anew. */
    function lost(): void {
      entry.flights.delete(meta.command.id)
      const clean = !flight.applied && entry.flights.size === 0 && !entry.dropped
      drop(id, entry)
      if (clean && !loading.has(id)) void bring(id, held(entry.stream, entry.state, entry.head)).catch(() => {})
    }
  }

  /** The first answer to a command that the stream holds. */
  async function answerAgain(entry: Held, remembered: RememberedCommand): Promise<Accepted<Event>> {
    const events: RecordedEvent<Event>[] = []
    let position: Position | null = null
    let hash: string | null = null
    for await (const stored of store.readStream(entry.stream, remembered.version)) {
      const { type, schema, data, meta, version } = decodeBody(stored.body)
      events.push({ type, schema, data, meta, version } as unknown as RecordedEvent<Event>)
      position = stored.position
      hash = stored.hash
      if (events.length === remembered.count) break
    }
    return { accepted: true, repeated: true, events, position, hash, balanceCents: remembered.balanceCents }
  }

  async function execute(id: string, command: Command, meta: CommandMeta): Promise<Outcome<Event>> {
    for (let round = 0; round < MAX_ROUNDS; round++) {
      const got = hold(id)
      const entry = got instanceof Promise ? await got : got
      if (entry.dropped) continue

      const flight = entry.flights.get(meta.command.id)
      if (flight !== undefined) {
        const first = await flight.landed.catch(() => undefined)
        if (first === undefined) continue
        return flight.hash === meta.command.hash ? { ...first, repeated: true } : refuse('key_reused')
      }
      applyFlights(entry)
      const remembered = entry.state.commands.get(meta.command.id)
      if (remembered !== undefined) {
        return remembered.hash === meta.command.hash ? answerAgain(entry, remembered) : refuse('key_reused')
      }

      const decision = aggregate.decide(command, meta, entry.state)
      if (decision.accepted && decision.events.length > 0) {
        const accepted = await send(id, entry, decision.events, meta)
        if (accepted !== undefined) return accepted
        continue
      }
      if (!(await isCurrent(id, entry))) continue
      if (!decision.accepted) return decision
      return {
        accepted: true,
        repeated: false,
        events: [],
        position: null,
        hash: null,
        balanceCents: aggregate.balanceCents(entry.state),
      }
    }
    throw new StoreUnavailable(`${aggregate.stream(id)} changed ${MAX_ROUNDS} times while it was decided on`)
  }

  async function read(id: string): Promise<State> {
    for (;;) {
      const entry = await hold(id)
      if (!entry.dropped && (await isCurrent(id, entry))) return entry.state
    }
  }

  return { execute, read }
}
