// The table of commands: which stream takes them, who decides.
import { type AccountCommand, decideAccount } from '#domain/account/decide.ts'
import { type AccountEvent, accountStream } from '#domain/account/events.ts'
import { type AccountState, accountBytes, balanceCents, evolveAccount, initialAccount } from '#domain/account/state.ts'
import { decideFixture, type FixtureCommand } from '#domain/fixture/decide.ts'
import { type FixtureEvent, fixtureStream } from '#domain/fixture/events.ts'
import { evolveFixture, type FixtureState, initialFixture } from '#domain/fixture/state.ts'
import type { EventStore } from '#services/event-store/port.ts'
import type { Aggregate } from './aggregate.ts'
import { createRecorder, type Recorder } from './recorder.ts'

export type Commands = {
  readonly accounts: Recorder<AccountState, AccountCommand, AccountEvent>
  readonly fixtures: Recorder<FixtureState, FixtureCommand, FixtureEvent>
}

const MEGABYTE = 1_048_576

const account: Aggregate<AccountState, AccountCommand, AccountEvent> = {
  stream: accountStream,
  initial: initialAccount,
  evolve: evolveAccount,
  decide: decideAccount,
  balanceCents,
  bytes: accountBytes,
}

const fixture: Aggregate<FixtureState, FixtureCommand, FixtureEvent> = {
  stream: fixtureStream,
  initial: initialFixture,
  evolve: evolveFixture,
  decide: decideFixture,
  balanceCents: () => 0,
  bytes: (state) => 1_000 + 300 * state.commands.size,
}

/** `cacheBytes`: how much memory the loaded states may take, roughly. */
export function createCommands(options: { store: EventStore; systemNow?: () => Date; cacheBytes?: number }): Commands {
  const { store, systemNow = () => new Date(), cacheBytes = 192 * MEGABYTE } = options
  return {
    accounts: createRecorder(account, { store, systemNow, cacheBytes: Math.ceil(cacheBytes * 0.9) }),
    fixtures: createRecorder(fixture, { store, systemNow, cacheBytes: Math.ceil(cacheBytes * 0.1) }),
  }
}
