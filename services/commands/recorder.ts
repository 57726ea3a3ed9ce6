// Decide, append, decide again: how every command becomes events on one stream.
//
// While nothing is in flight the held state is what the store has; a second command on the same stream is decided on the
// events of the first before they are committed, and both go in one flush. Where such a chain breaks, the held state is
// dropped and everybody decides again on what the stream says.
import type { CommandMeta } from '#domain/commands.ts'
import type { Meta } from '#domain/meta.ts'
import { refuse } from '#domain/refusals.ts'
import { encodeEvent } from '#services/event-store/encoding.ts'
import { type EncodedEvent, type EventStore, type Position, StoreUnavailable } from '#services/event-store/port.ts'
import {
  type Aggregate,
  type DomainEvent,
  type RecordedEvent,
  type RememberedCommand,
  type Remembering,
  recordedIn,
} from './aggregate.ts'
import type { CachedState, PendingAppend } from './cached-state.ts'
import { CachedStates } from './cached-states.ts'
import type { Accepted, Outcome } from './outcome.ts'

export type Recorder<State, Command, Event> = {
  /** Carries a command out. Throws OutcomeUnknown, AppendTooLarge, StoreUnavailable. */
  execute(id: string, command: Command, meta: CommandMeta): Promise<Outcome<Event>>
  /** The state as the store has it now. Not to be changed. */
  read(id: string): Promise<State>
}

/** A command that loses this many races in a row is told to try again rather than kept waiting. */
const MAX_ROUNDS = 64

export function createRecorder<State extends Remembering, Command, Event extends DomainEvent>(
  aggregate: Aggregate<State, Command, Event>,
  { store, systemNow, cacheBytes }: { store: EventStore; systemNow: () => Date; cacheBytes: number },
): Recorder<State, Command, Event> {
  const states = new CachedStates<State, Event>(aggregate, { store, cacheBytes })

  /** The events as they follow on from what is in flight. */
  function encode(
    { stream, expected }: CachedState<State, Event>,
    events: readonly Event[],
    meta: Meta,
  ): { encoded: EncodedEvent[]; recorded: RecordedEvent<Event>[] } {
    const encoded: EncodedEvent[] = []
    const recorded: RecordedEvent<Event>[] = []
    let { version, hash } = expected
    for (const event of events) {
      version += 1
      const { type, schema, data } = event
      const one = encodeEvent({ log: store.logId, stream, version, type, schema, data, meta, prev: hash })
      hash = one.hash
      encoded.push(one)
      recorded.push({ ...event, meta, version })
    }
    return { encoded, recorded }
  }

  function send(
    held: CachedState<State, Event>,
    events: readonly Event[],
    commandMeta: CommandMeta,
  ): Promise<Accepted<Event> | undefined> {
    const meta: Meta = { ...commandMeta, recordedAt: systemNow().toISOString() }
    const { encoded, recorded } = encode(held, events, meta)
    const { stream, expected } = held
    const last = encoded.at(-1)!
    const head = { version: last.version, hash: last.hash }
    held.expected = head
    const appended = store.append({ stream, expected, events: encoded })
    const flight: PendingAppend<Event> = { hash: meta.command.hash, events: recorded, applied: false, landed: settle() }
    held.flights.set(meta.command.id, flight)
    return flight.landed

    async function settle(): Promise<Accepted<Event> | undefined> {
      try {
        const result = await appended
        if (!result.ok) {
          lost()
          return undefined
        }
        held.foldFlights(flight)
        held.head = head
        held.flights.delete(meta.command.id)
        states.keep(held)
        const { balanceCents } = held.state.commands.get(meta.command.id)!
        const { position } = result
        return { accepted: true, repeated: false, events: recorded, position, hash: head.hash, balanceCents }
      } catch (error) {
        held.flights.delete(meta.command.id)
        states.drop(held)
        throw error
      }
    }

    /** Another writer was first. A state that has nothing of what was lost is brought up to date; any other is loaded anew. */
    function lost(): void {
      held.flights.delete(meta.command.id)
      const clean = !flight.applied && held.flights.size === 0 && !held.dropped
      if (clean) states.replace(held)
      else states.drop(held)
    }
  }

  /** The first answer to a command that the stream holds. */
  async function answerAgain(
    stream: string,
    { version, count, balanceCents }: RememberedCommand,
  ): Promise<Accepted<Event>> {
    const events: RecordedEvent<Event>[] = []
    let position: Position | null = null
    let hash: string | null = null
    for await (const stored of store.readStream(stream, version)) {
      events.push(recordedIn(stored))
      position = stored.position
      hash = stored.hash
      if (events.length === count) break
    }
    return { accepted: true, repeated: true, events, position, hash, balanceCents }
  }

  async function execute(id: string, command: Command, meta: CommandMeta): Promise<Outcome<Event>> {
    for (let round = 0; round < MAX_ROUNDS; round++) {
      const got = states.of(id)
      const held = got instanceof Promise ? await got : got
      if (held.dropped) continue

      const flight = held.flights.get(meta.command.id)
      if (flight !== undefined) {
        const first = await flight.landed.catch(() => undefined)
        if (first === undefined) continue
        return flight.hash === meta.command.hash ? { ...first, repeated: true } : refuse('key_reused')
      }
      held.foldFlights()
      const remembered = held.state.commands.get(meta.command.id)
      if (remembered !== undefined) {
        return remembered.hash === meta.command.hash ? answerAgain(held.stream, remembered) : refuse('key_reused')
      }

      const decision = aggregate.decide(command, meta, held.state)
      if (decision.accepted && decision.events.length > 0) {
        const accepted = await send(held, decision.events, meta)
        if (accepted !== undefined) return accepted
        continue
      }
      if (!(await states.isCurrent(held))) continue
      if (!decision.accepted) return decision
      const balanceCents = aggregate.balanceCents(held.state)
      return { accepted: true, repeated: false, events: [], position: null, hash: null, balanceCents }
    }
    throw new StoreUnavailable(`${aggregate.stream(id)} changed ${MAX_ROUNDS} times while it was decided on`)
  }

  async function read(id: string): Promise<State> {
    for (;;) {
      const held = await states.of(id)
      if (!held.dropped && (await states.isCurrent(held))) return held.state
    }
  }

  return { execute, read }
}
