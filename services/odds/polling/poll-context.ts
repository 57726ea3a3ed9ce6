// What polls share: their context and their reports.
import type { Belief } from '../identity/belief.ts'
import type { NewStarts } from '../identity/new-starts.ts'
import type { PollKind, PollReport } from '../port.ts'
import type { BudgetGuard } from '../provider/budget-guard.ts'
import type { OddsClient } from '../provider/client.ts'
import type { FeedStore } from '../store/feed-store.ts'
import type { FeedCommands } from './feed-commands.ts'
import type { FixtureRegistry } from './fixture-registry.ts'

export type PollContext = {
  readonly store: FeedStore
  readonly registry: FixtureRegistry
  readonly commands: FeedCommands
  readonly belief: Belief
  readonly newStarts: NewStarts
  readonly budgetGuard: BudgetGuard
  readonly client: OddsClient
  /** Credits are few, as the last plan found. */
  isScarce: boolean
  /** The markets to ask for in one call for all games of a league; fewer while credits are scarce. */
  marketsOf(league: string): readonly string[]
  /** Fixtures with a completed read that waits for its second. */
  readonly unsettled: Set<string>
  /** Fixtures that the provider reports as begun or over before their start. */
  readonly begunEarly: Set<string>
  /** Fixtures with open bets; kept up to date only while credits are scarce. */
  openBets: ReadonlySet<string>
  /** When each poll was last made, by 'league/kind'; reviews, by this process. */
  readonly lastPolls: Map<string, Date>
}

/** The key of a review: a poll of all scores of a league, as far back as the provider has them. */
export const reviewKey = (league: string): string => `${league}/review`

export const report = (league: string, kind: PollKind, found: Partial<PollReport> = {}): PollReport => ({
  league,
  kind,
  skipped: false,
  listed: 0,
  moved: 0,
  resultsRecorded: 0,
  resultsCorrected: 0,
  credits: 0,
  unread: 0,
  ...found,
})
export const skipped = (league: string, kind: PollKind): PollReport => report(league, kind, { skipped: true })
