// What an aggregate of the domain is to the recorder: a stream, a fold, a decider.
import type { CommandMeta, Decision } from '#domain/commands.ts'
import type { Meta } from '#domain/meta.ts'
import { decodeBody } from '#services/event-store/encoding.ts'
import type { StoredEvent } from '#services/event-store/port.ts'

export type DomainEvent = { readonly type: string; readonly schema: number; readonly data: unknown }
export type RecordedEvent<Event> = Event & { readonly meta: Meta; readonly version: number }

/** What a state remembers of an accepted command. `balanceCents`: the account's purse after it. */
export type RememberedCommand = {
  readonly hash: string
  readonly version: number
  readonly count: number
  readonly balanceCents: number
}

export type Remembering = { readonly commands: ReadonlyMap<string, RememberedCommand> }

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

/** What was stored as the aggregate wrote it. */
export function recordedIn<Event>({ body }: StoredEvent): RecordedEvent<Event> {
  const { type, schema, data, meta, version } = decodeBody(body)
  return { type, schema, data, meta, version } as unknown as RecordedEvent<Event>
}
