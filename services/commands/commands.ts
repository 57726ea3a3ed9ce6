// The commands that the product carries out: one recorder for each aggregate of the domain.
import { accountAggregate } from '#domain/account/aggregate.ts'
import type { AccountCommand } from '#domain/account/commands.ts'
import type { AccountEvent } from '#domain/account/events.ts'
import type { AccountState } from '#domain/account/state.ts'
import { deskAggregate } from '#domain/desk/aggregate.ts'
import type { DeskCommand } from '#domain/desk/commands.ts'
import type { DeskEvent } from '#domain/desk/events.ts'
import type { DeskState } from '#domain/desk/state.ts'
import { feedAggregate } from '#domain/feed/aggregate.ts'
import type { FeedCommand } from '#domain/feed/commands.ts'
import type { FeedEvent } from '#domain/feed/events.ts'
import type { FeedState } from '#domain/feed/state.ts'
import { fixtureAggregate } from '#domain/fixture/aggregate.ts'
import type { FixtureCommand } from '#domain/fixture/commands.ts'
import type { FixtureEvent } from '#domain/fixture/events.ts'
import type { FixtureState } from '#domain/fixture/state.ts'
import { offerAggregate } from '#domain/offer/aggregate.ts'
import type { OfferCommand } from '#domain/offer/commands.ts'
import type { OfferEvent } from '#domain/offer/events.ts'
import type { OfferState } from '#domain/offer/state.ts'
import { sessionAggregate } from '#domain/session/aggregate.ts'
import type { SessionCommand } from '#domain/session/commands.ts'
import type { SessionEvent } from '#domain/session/events.ts'
import type { SessionState } from '#domain/session/state.ts'
import { treasuryAggregate } from '#domain/treasury/aggregate.ts'
import type { TreasuryCommand } from '#domain/treasury/commands.ts'
import type { TreasuryEvent } from '#domain/treasury/events.ts'
import type { TreasuryState } from '#domain/treasury/state.ts'
import type { EventStore } from '#services/event-store/port.ts'
import type { CommandLog } from './command-log.ts'
import { createRecorder, type Recorder } from './recorder.ts'
import type { Snapshots } from './snapshots/snapshots.ts'
import { createStandingOf } from './standing.ts'

export type Commands = {
  readonly accounts: Recorder<AccountState, AccountCommand, AccountEvent>
  readonly sessions: Recorder<SessionState, SessionCommand, SessionEvent>
  readonly fixtures: Recorder<FixtureState, FixtureCommand, FixtureEvent>
  readonly feeds: Recorder<FeedState, FeedCommand, FeedEvent>
  readonly offer: Recorder<OfferState, OfferCommand, OfferEvent>
  readonly treasury: Recorder<TreasuryState, TreasuryCommand, TreasuryEvent>
  readonly desk: Recorder<DeskState, DeskCommand, DeskEvent>
}

const MEGABYTE = 1_048_576

/** For a process in which bets are placed: the same accounts come again and again. */
const CACHE_BYTES = 192 * MEGABYTE

/** For a worker: it settles an account's bets and moves on, so its cache is seldom hit again. */
export const WORKER_CACHE_BYTES = 32 * MEGABYTE

type Options = {
  readonly store: EventStore
  readonly systemNow?: () => Date
  /** Roughly how many bytes the cached states may take. */
  readonly cacheBytes?: number
  readonly snapshots?: Snapshots
  readonly commandLog?: CommandLog | undefined
}

export function createCommands({
  store,
  systemNow = () => new Date(),
  cacheBytes = CACHE_BYTES,
  snapshots,
  commandLog,
}: Options): Commands {
  const cached = (bytes: number) => ({ store, systemNow, snapshots, commandLog, cacheBytes: Math.ceil(bytes) })
  const standingOf = createStandingOf((id, of) => accounts.view(id, of))
  const byAdmins = (bytes: number) => ({ ...cached(bytes), standingOf })
  const accounts = createRecorder(accountAggregate, byAdmins(cacheBytes * 0.85))
  return {
    accounts,
    // without a check of the actor's standing: sign-outs and views of somebody who is being blocked are recorded too
    sessions: createRecorder(sessionAggregate, cached(4 * MEGABYTE)),
    fixtures: createRecorder(fixtureAggregate, byAdmins(cacheBytes * 0.1)),
    feeds: createRecorder(feedAggregate, cached(cacheBytes * 0.05)),
    offer: createRecorder(offerAggregate, byAdmins(MEGABYTE)),
    treasury: createRecorder(treasuryAggregate, byAdmins(MEGABYTE)),
    desk: createRecorder(deskAggregate, byAdmins(MEGABYTE)),
  }
}
