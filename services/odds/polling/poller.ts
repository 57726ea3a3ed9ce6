// Polls the provider for what is due, and turns its answers into fixtures, quotes, scores and results.

import type pg from 'pg'
import type { Config } from '#services/platform/config.ts'
import type { Queries } from '#services/platform/database/queries.ts'
import type { Clocks, FixtureCommands, Poller, PollReport } from '../port.ts'
import { createBudgetGuard } from '../provider/budget-guard.ts'
import type { OddsClient } from '../provider/client.ts'
import type { Budget } from '../provider/credits.ts'
import { budgetOf, providerOf } from '../provider/provider.ts'
import { createPruner } from '../quotes/prune.ts'
import { createFeedStore } from '../store/feed-store.ts'
import { abandonOverdue } from './abandon-overdue.ts'
import { createFeedCommands } from './feed-commands.ts'
import { createFixtureRegistry } from './fixture-registry.ts'
import { inSequence } from './in-sequence.ts'
import { createLeaguesInSeason } from './leagues-in-season.ts'
import { pollEvents, pollOdds } from './odds-poll.ts'
import { type Due, duePolls } from './planner.ts'
import { type PollContext, skipped } from './poll-context.ts'
import { FIXTURES_RELOAD_MS } from './polling-intervals.ts'
import { pollScores } from './score-poll.ts'

export type PollerParts = {
  readonly pool: pg.Pool
  readonly queries: Queries
  readonly client: OddsClient
  readonly budget: Budget
  readonly clocks: Clocks
  readonly fixtures: FixtureCommands
  /** Called with failures; the poller continues. */
  readonly log: (problem: unknown) => void
}

/** The poller over the provider that the settings name. */
export async function openPoller(parts: {
  readonly pool: pg.Pool
  readonly queries: Queries
  readonly config: Pick<Config, 'ODDS_API_KEY' | 'ODDS_API_BASE_URL' | 'ODDS_CREDITS_PER_DAY'>
  readonly clock: Clocks
  readonly fixtures: FixtureCommands
  readonly log: (problem: unknown) => void
}): Promise<Poller> {
  const { pool, queries, config, clock, fixtures, log } = parts
  const client = providerOf(config)
  const budget = budgetOf(config, pool, () => clock.systemNow())
  return createPoller({ pool, queries, client, budget, clocks: clock, fixtures, log })
}

export function createPoller(parts: PollerParts): Poller {
  const { pool, queries, client, clocks, log, budget } = parts
  const systemNow = () => clocks.systemNow()
  const now = () => clocks.businessNow()
  const store = createFeedStore(pool)
  const registry = createFixtureRegistry(queries)
  const prune = createPruner(pool)
  const commands = createFeedCommands(parts.fixtures, registry, log)
  const budgetGuard = createBudgetGuard(budget, systemNow)
  const leagues = createLeaguesInSeason(client, systemNow, log)
  const context: PollContext = {
    store,
    registry,
    commands,
    budgetGuard,
    client,
    unsettled: new Set(),
    lastPolls: new Map(),
  }
  let reloadedAt = Number.NEGATIVE_INFINITY
  let ticking = false

  async function reload(): Promise<void> {
    const system = systemNow().getTime()
    if (system - reloadedAt < FIXTURES_RELOAD_MS) return
    await registry.reload(now())
    for (const [key, at] of await store.lastPolls()) context.lastPolls.set(key, at)
    reloadedAt = system
  }

  async function makePoll({ league, kind, before }: Due): Promise<PollReport> {
    const at = now()
    context.lastPolls.set(`${league}/${kind}`, at)
    if (!(await store.claimPoll(league, kind, at, before))) return skipped(league, kind)
    if (kind === 'odds') return pollOdds(context, league, at)
    return kind === 'scores' ? pollScores(context, league, at) : pollEvents(context, league, at)
  }

  async function tick(): Promise<PollReport[]> {
    if (ticking) return []
    ticking = true
    try {
      await reload()
      const { unsettled, lastPolls } = context
      const inSeason = new Set(await leagues.current())
      const due = [...inSeason.union(new Set(registry.leagues()))]
        .flatMap((league) => duePolls(league, registry.ofLeague(league), unsettled, lastPolls, now(), budget.scarce))
        // a cup is out of season after its final, but bets on it must still be decided
        .filter(({ league, kind }) => kind === 'scores' || inSeason.has(league))
        .sort((one, other) => other.weight - one.weight)
      const made = await Promise.allSettled(budget.scarce ? await inSequence(due, makePoll) : due.map(makePoll))
      for (const each of made) if (each.status === 'rejected') log(each.reason)
      return made.filter((each) => each.status === 'fulfilled').map((each) => each.value)
    } finally {
      ticking = false
    }
  }

  return {
    tick,
    async pollOdds(league) {
      await reload()
      return pollOdds(context, league, now())
    },
    async pollScores(league) {
      await reload()
      return pollScores(context, league, now())
    },
    abandonOverdue: () => abandonOverdue(context, queries, now()),
    prune: () => prune(now()),
    close: () => client.close(),
  }
}
