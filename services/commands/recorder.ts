// Decide, append, decide again: how every command becomes events on one stream.
//
// While nothing is pending, the cached state is what the store has. A second command on the same stream is decided on
// the events of the first before they are committed, and both go in one flush. If such a chain breaks, the cached state
// is dropped and every command of the chain is decided again on what the stream holds.
import type { Aggregate } from '#domain/aggregate.ts'
import type { CommandMemory, RememberedCommand } from '#domain/command-memory.ts'
import type { CommandMeta } from '#domain/meta.ts'
import { refuse } from '#domain/refusals.ts'
import { type Given, type Position, StoreUnavailable, type StreamHead } from '#services/event-store/port.ts'
import { inSpan, type Span } from '#services/platform/tracing/spans.ts'
import { type Appendable, createAppendEvents } from './append-events.ts'
import type { CachedState, NotRecorded } from './cached-state.ts'
import { CachedStates, type CacheOptions } from './cached-states.ts'
import { type CommandLog, logged } from './command-log.ts'
import { beginCommand, beginPart, endCommand } from './command-span.ts'
import { conflicts, counted } from './metrics.ts'
import { type Accepted, type Outcome, Superseded } from './outcome.ts'
import { type RecordedEvent, recordedIn } from './recorded-event.ts'
import type { StandingOf } from './standing.ts'

/** The heads of the streams that a command depends on. */
export type Bound = {
  /** Of another stream: an acceptance is recorded only while that stream has this head. */
  readonly given?: Given | undefined
  /** Of its own stream: the command is decided on no other head. */
  readonly seen?: StreamHead | undefined
}

export type Recorder<State, Command, Event> = {
  /**
   * Carries a command out. Throws Superseded, OutcomeUnknown, AppendTooLarge, StoreUnavailable. Without `given`, an
   * admin's command is recorded only while the admin's own stream has the head by which the admin was found allowed to
   * act.
   */
  execute(id: string, command: Command, meta: CommandMeta, bound?: Bound): Promise<Outcome<Event>>
  /**
   * The answer that a command got before; null if its stream does not remember that id. Nothing is carried out or
   * counted.
   */
  answerAgain(id: string, meta: CommandMeta): Promise<Outcome<Event> | null>
  /** The state as the store has it now. Callers must not change it. */
  read(id: string): Promise<State>
  /** The result of `view` on that state and the head of its stream. */
  view<View>(id: string, view: (state: State, head: StreamHead) => View): Promise<View>
}

/** After losing this many races in a row, a command is told to try again rather than kept waiting. */
const MAX_ATTEMPTS = 64

export function createRecorder<
  State extends Pick<CommandMemory, 'commands'>,
  Command extends { readonly type: string },
  Event extends Appendable,
>(
  aggregate: Aggregate<State, Command, Event>,
  {
    systemNow,
    commandLog,
    standingOf = () => null,
    ...options
  }: CacheOptions & { systemNow: () => Date; commandLog?: CommandLog | undefined; standingOf?: StandingOf | undefined },
): Recorder<State, Command, Event> {
  const { store } = options
  const states = new CachedStates<State, Event>(aggregate, options)
  const appendEvents = createAppendEvents<State, Event>(states, { store, systemNow })

  /** The first answer to a command that the stream holds. */
  async function firstAnswer(
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

  /**
   * The outcome of a command that is pending or remembered; why it was not recorded, if it has to be decided again.
   * Null if it is neither.
   */
  function known(
    cached: CachedState<State, Event>,
    { command: { id, hash } }: CommandMeta,
  ): Promise<Outcome<Event> | NotRecorded> | null {
    const pending = cached.pending.find((sent) => sent.id === id)
    if (pending !== undefined) {
      return pending.settled.then(
        (first) => {
          if (typeof first === 'string') return first
          return pending.commandHash === hash ? { ...first, repeated: true } : refuse('key_reused')
        },
        () => 'conflict',
      )
    }
    cached.foldPending()
    const remembered = cached.state.commands.get(id)
    if (remembered === undefined) return null
    return remembered.hash === hash ? firstAnswer(cached.stream, remembered) : Promise.resolve(refuse('key_reused'))
  }

  async function answerAgain(id: string, meta: CommandMeta): Promise<Outcome<Event> | null> {
    for (;;) {
      const cached = await states.get(id)
      if (cached.dropped) continue
      const before = await known(cached, meta)
      if (before === null && !(await states.isCurrent(cached))) continue
      if (typeof before !== 'string') return before
    }
  }

  async function execute(
    id: string,
    command: Command,
    meta: CommandMeta,
    { given, seen }: Bound,
    span: Span | null,
  ): Promise<Outcome<Event>> {
    for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
      const asked = standingOf(meta, aggregate.stream(id))
      const standing = asked === null ? null : await asked
      const found = states.get(id)
      const cached = found instanceof Promise ? await inSpan(beginPart(span, 'load'), () => found) : found
      if (cached.dropped) continue

      const before = known(cached, meta)
      if (before !== null) {
        const outcome = await before
        if (typeof outcome === 'string') continue
        return outcome
      }
      if (standing !== null && standing.refusal !== null) {
        // another process may have recorded the command before
        if (!(await states.isCurrent(cached))) continue
        return { accepted: false, refusal: standing.refusal }
      }

      if (seen !== undefined && cached.expected.hash !== seen.hash) {
        if (!(await states.isCurrent(cached))) continue
        throw new Superseded(`${cached.stream} has another head than was seen`)
      }

      const deciding = beginPart(span, 'decide')
      const decision = aggregate.decide(command, meta, cached.state)
      deciding?.end()
      if (decision.accepted && decision.events.length > 0) {
        const appended = await appendEvents(cached, decision.events, meta, given ?? standing?.given, span)
        if (typeof appended !== 'string') return appended
        conflicts.inc({ command: command.type })
        if (appended === 'superseded' && given !== undefined) {
          throw new Superseded(`${given.stream} has another head than was given`)
        }
        continue
      }
      if (!(await states.isCurrent(cached))) continue
      if (!decision.accepted) return decision
      const balanceCents = aggregate.balanceCents(cached.state)
      return { accepted: true, repeated: false, events: [], position: null, hash: null, balanceCents }
    }
    throw new StoreUnavailable(`${aggregate.stream(id)} changed ${MAX_ATTEMPTS} times while it was decided on`)
  }

  async function view<View>(id: string, of: (state: State, head: StreamHead) => View): Promise<View> {
    for (;;) {
      const cached = await states.get(id)
      if (!cached.dropped && (await states.isCurrent(cached))) return of(cached.state, cached.head)
    }
  }

  return {
    execute(id, command, meta, bound = {}) {
      const named = { command: command.type, stream: aggregate.stream(id), meta }
      const span = beginCommand(named)
      const executed = counted(command.type, execute(id, command, meta, bound, span))
      if (commandLog === undefined && span === null) return executed
      const tell: CommandLog = (line) => {
        commandLog?.(line)
        if (span !== null) endCommand(span, line)
      }
      return logged(tell, named, executed)
    },
    answerAgain,
    view,
    read: (id) => view(id, (state) => state),
  }
}
