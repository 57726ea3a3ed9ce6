// Polls the provider for what is due, and turns its replies into fixtures, quotes, scores and results.

import type pg from 'pg'
import { fixturesWithOpenBets } from '#projections/settlement/queries.ts'
import type { Queries } from '#services/platform/database/queries.ts'
import { createBelief } from '../identity/belief.ts'
import { createNewStarts } from '../identity/new-starts.ts'
import type { Clocks, FeedRecorder, FixtureCommands, Poller, PollKind, PollReport } from '../port.ts'
import type { OddsClient } from '../provider/client.ts'
import type { Budget } from '../provider/credits.ts'
import { budgetOf, guardOf, type ProviderSettings, providerOf } from '../provider/provider.ts'
import { ProviderError } from '../provider/provider-errors.ts'
import { mayPass } from '../provider/retries.ts'
import { FEATURED_MARKETS, marketsToAsk } from '../quotes/offered-markets.ts'
import { createPruner } from '../quotes/prune.ts'
import { createFeedStore } from '../store/feed-store.ts'
import { pruneMarkets } from '../suspension/prune-markets.ts'
import { abandonOverdue } from './abandon-overdue.ts'
import { createFeedCommands } from './feed-commands.ts'
import { createFixtureRegistry } from './fixture-registry.ts'
import { inSequence } from './in-sequence.ts'
import { createLeaguesInSeason } from './leagues-in-season.ts'
import { pollEvents, pollOdds } from './odds-poll.ts'
import type { Due } from './planner.ts'
import { type PollContext, skipped } from './poll-context.ts'
import { createPollPlanner } from './poll-plan.ts'
import { FIXTURES_RELOAD_MS, REFUSED_RETRY_MS } from './polling-intervals.ts'
import { pollScores } from './score-poll.ts'
import { createUnreadGames } from './unread-games.ts'

export type PollerParts = {
  readonly pool: pg.Pool
  readonly queries: Queries
  readonly client: OddsClient
  readonly budget: Budget
  readonly clocks: Clocks
  readonly fixtures: FixtureCommands
  readonly feeds: FeedRecorder
  /** Called with failures; the poller continues. */
  readonly log: (problem: unknown) => void
  /** Once aborted, no further poll begins. */
  readonly stopping?: AbortSignal
}

/** The poller over the provider of the settings. */
export async function openPoller(parts: {
  readonly pool: pg.Pool
  readonly queries: Queries
  readonly config: ProviderSettings
  readonly clock: Clocks
  readonly fixtures: FixtureCommands
  readonly feeds: FeedRecorder
  readonly log: (problem: unknown) => void
  readonly stopping: AbortSignal
}): Promise<Poller> {
  const { pool, queries, config, clock, fixtures, feeds, log, stopping } = parts
  const client = providerOf(config)
  const budget = budgetOf(config, pool, () => clock.systemNow())
  return createPoller({ pool, queries, client, budget, clocks: clock, fixtures, feeds, log, stopping })
}

const POLLS = { odds: pollOdds, scores: pollScores, events: pollEvents } as const

export function createPoller(parts: PollerParts): Poller {
  const { pool, queries, client, clocks, log, budget } = parts
  const systemNow = () => clocks.systemNow()
  const now = () => clocks.businessNow()
  const store = createFeedStore(pool, parts.feeds)
  const registry = createFixtureRegistry(queries)
  const prune = createPruner(pool)
  const commands = createFeedCommands(parts.fixtures, registry, log)
  const budgetGuard = guardOf({ pool, budget, clocks, log })
  const leagues = createLeaguesInSeason(client, budgetGuard, systemNow, log)
  const context: PollContext = {
    store,
    registry,
    commands,
    belief: createBelief(log),
    newStarts: createNewStarts(),
    budgetGuard,
    client,
    marketsOf: (league) => marketsToAsk(league, context.isScarce ? ['h2h'] : FEATURED_MARKETS),
    isScarce: true,
    unsettled: new Set(),
    begunEarly: new Set(),
    openBets: new Set(),
    lastPolls: new Map(),
  }
  const tellUnread = createUnreadGames(log)
  const plan = createPollPlanner({ context, leagues, budget, budgetGuard })
  let reloadedAt = Number.NEGATIVE_INFINITY
  let ticking = false

  async function reload(): Promise<void> {
    const system = systemNow().getTime()
    if (system - reloadedAt < FIXTURES_RELOAD_MS) return
    await registry.reload(now())
    const fixtures = registry.leagues().flatMap((league) => registry.ofLeague(league).map(({ id }) => id))
    context.openBets = new Set(await fixturesWithOpenBets(queries, fixtures))
    for (const { fixture } of await store.earlyScores(fixtures)) context.begunEarly.add(fixture)
    for (const [key, at] of await store.lastPolls()) context.lastPolls.set(key, at)
    reloadedAt = system
  }

  async function makePoll(due: Due): Promise<PollReport> {
    const { league, kind, before } = due
    if (parts.stopping?.aborted) return skipped(league, kind)
    const at = now()
    const { lastPolls } = context
    lastPolls.set(`${league}/${kind}`, at)
    if (!(await store.claimPoll(league, kind, at, before))) return skipped(league, kind)
    try {
      const report = await POLLS[kind](context, league, at)
      if (report.skipped) await retrySoon(due, at)
      else {
        await store.pollStored(report, at)
        tellUnread(report)
      }
      return report
    } catch (error) {
      if (error instanceof ProviderError) await store.pollFailed(due, at, error.code ?? error.failure, error.message)
      if (mayPass(error)) await retrySoon(due, at)
      throw error
    }
  }

  /** A poll that failed is retried before its interval has passed. */
  async function retrySoon({ league, kind, everyMs }: Due, at: Date): Promise<void> {
    if (everyMs <= REFUSED_RETRY_MS) return
    const polledAt = new Date(at.getTime() - everyMs + REFUSED_RETRY_MS)
    context.lastPolls.set(`${league}/${kind}`, polledAt)
    await store.postponePoll(league, kind, at, polledAt)
  }

  async function tick(): Promise<PollReport[]> {
    if (ticking || parts.stopping?.aborted) return []
    ticking = true
    try {
      await reload()
      const { due, scarce } = await plan(now())
      const made = await Promise.allSettled(scarce ? await inSequence(due, makePoll) : due.map(makePoll))
      for (const each of made) if (each.status === 'rejected') log(each.reason)
      return made.filter((each) => each.status === 'fulfilled').map((each) => each.value)
    } finally {
      ticking = false
    }
  }

  async function pollNow(kind: PollKind, league: string): Promise<PollReport> {
    await reload()
    return POLLS[kind](context, league, now())
  }

  return {
    tick,
    pollOdds: (league) => pollNow('odds', league),
    pollScores: (league) => pollNow('scores', league),
    abandonOverdue: () => abandonOverdue(context, queries, now()),
    async prune() {
      await pruneMarkets(pool, now())
      return prune(now())
    },
    close: () => client.close(),
  }
}
