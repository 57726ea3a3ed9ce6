// Sending the events of a decision to the store, after those already pending on their stream.
import type { CommandMemory } from '#domain/command-memory.ts'
import type { CommandMeta, Meta } from '#domain/meta.ts'
import { storedMeta } from '#domain/versions/event-versions.ts'
import { encodeEvent } from '#services/event-store/encoding.ts'
import type { EncodedEvent, EventStore, Given, Later } from '#services/event-store/port.ts'
import { appendOf, beginSpan, type Span } from '#services/platform/tracing/spans.ts'
import type { CachedState, NotRecorded, SentCommand } from './cached-state.ts'
import type { CachedStates } from './cached-states.ts'
import type { Accepted } from './outcome.ts'
import type { RecordedEvent } from './recorded-event.ts'

export type Appendable = { readonly type: string; readonly schema: number; readonly data: unknown }

/** Appends the events of a command. */
export type AppendEvents<State, Event> = (
  cached: CachedState<State, Event>,
  events: readonly Event[],
  meta: CommandMeta,
  given: Given | undefined,
  span: Span | null,
) => Promise<Accepted<Event> | NotRecorded>

export function createAppendEvents<State extends Pick<CommandMemory, 'commands'>, Event extends Appendable>(
  states: CachedStates<State, Event>,
  { store, systemNow }: { store: EventStore; systemNow: () => Date },
): AppendEvents<State, Event> {
  /** The events, encoded so that they follow the pending ones. */
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
      const stored = storedMeta(type, schema, meta)
      const one = encodeEvent({ log: store.logId, stream, version, type, schema, data, meta: stored, prev: hash })
      hash = one.hash
      encoded.push(one)
      recorded.push({ ...event, meta, version })
    }
    return { encoded, recorded }
  }

  /** The decision is void. If the state holds only stored events, it is brought up to date; otherwise it is dropped. */
  function discard(cached: CachedState<State, Event>, append: SentCommand<Event>, later?: Later): void {
    const isStoredState = !append.folded && cached.pending.length === 0 && !cached.dropped
    if (isStoredState) states.catchUp(cached, later)
    else states.drop(cached)
  }

  return (cached, events, commandMeta, given, command) => {
    const meta: Meta = { ...commandMeta, recordedAt: systemNow().toISOString() }
    const { encoded, recorded } = encode(cached, events, meta)
    const { stream, expected } = cached
    const last = encoded.at(-1)!
    const head = { version: last.version, hash: last.hash }
    cached.expected = head
    const span = beginAppend(command, encoded)
    const stored = store.append({ stream, expected, events: encoded, given, ...(span && { span }) })
    const append: SentCommand<Event> = {
      id: meta.command.id,
      commandHash: meta.command.hash,
      events: recorded,
      folded: false,
      settled: settle(),
    }
    cached.pending.push(append)
    return append.settled

    async function settle(): Promise<Accepted<Event> | NotRecorded> {
      try {
        const result = await stored
        if (!result.ok) {
          const why = result.superseded ? 'superseded' : 'conflict'
          // reported as a failure of the append alone: the command is decided again
          if (why === 'conflict') span?.fail(why)
          cached.settle(append)
          discard(cached, append, result.later)
          return why
        }
        cached.foldPending(append)
        cached.head = head
        cached.settle(append)
        states.touch(cached)
        const { balanceCents } = cached.state.commands.get(meta.command.id)!
        const { position } = result
        return { accepted: true, repeated: false, events: recorded, position, hash: head.hash, balanceCents }
      } catch (error) {
        cached.settle(append)
        states.drop(cached)
        span?.fail(error instanceof Error ? error.name : 'Error')
        throw error
      } finally {
        span?.end()
      }
    }
  }
}

/**
 * Lasts until the events are durable. Its id follows from the hash of the first event, so the projector that folds them
 * knows it too.
 */
const beginAppend = (command: Span | null, events: readonly EncodedEvent[]): Span | null =>
  command === null
    ? null
    : beginSpan({ name: 'append', trace: command.trace, id: appendOf(events[0]!.hash), parent: command.id })
