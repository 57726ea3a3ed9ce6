// Asks the provider for what is due, and makes fixtures, quotes, scores and results of its answers.
import type pg from 'pg'
import type { Config } from '#services/platform/config.ts'
import type { Queries } from '#services/platform/database/queries.ts'
import { catalogLeague } from '../catalog/catalog.ts'
import type { Clocks, FixtureCommands, Poller, PollReport } from '../port.ts'
import { createBudgetGuard } from '../provider/budget-guard.ts'
import type { OddsClient } from '../provider/client.ts'
import type { Budget } from '../provider/credits.ts'
import { budgetOf, providerOf } from '../provider/provider.ts'
import { createPruner } from '../quotes/prune.ts'
import { createQuoteStore } from '../quotes/quote-store.ts'
import { createFeedCommands } from './feed-commands.ts'
import { createFixtureRegistry } from './fixture-registry.ts'
import { pollEvents, pollOdds } from './odds-poll.ts'
import { abandonOverdue } from './overdue.ts'
import { type Due, duePolls } from './planner.ts'
import { type PollContext, skipped } from './poll-context.ts'
import { pollScores } from './score-poll.ts'

const HOUR = 3_600_000
/** System time between looks at the read model and at the provider's leagues. */
const RELOAD_MS = 20_000
const LEAGUES_MS = HOUR

export type PollerParts = {
  readonly pool: pg.Pool
  readonly queries: Queries
  readonly client: OddsClient
  readonly budget: Budget
  readonly clocks: Clocks
  readonly fixtures: FixtureCommands
  /** Told of what went wrong; the poller itself goes on. */
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
  const store = createQuoteStore(pool)
  const registry = createFixtureRegistry(queries)
  const prune = createPruner(pool)
  const commands = createFeedCommands(parts.fixtures, registry, log)
  const budgetGuard = createBudgetGuard(budget, () => clocks.systemNow())
  const desk: PollContext = { store, registry, commands, budgetGuard, client, unsettled: new Set(), claimed: new Map() }
  const leagues = createLeagues(client, () => clocks.systemNow(), log)
  const now = () => clocks.businessNow()
  let reloadedAt = Number.NEGATIVE_INFINITY
  let ticking = false

  async function reload(): Promise<void> {
    const system = clocks.systemNow().getTime()
    if (system - reloadedAt < RELOAD_MS) return
    await registry.reload(now())
    for (const [key, at] of await store.lastPolls()) desk.claimed.set(key, at)
    reloadedAt = system
  }

  async function makeDue({ league, kind, before }: Due): Promise<PollReport> {
    const at = now()
    desk.claimed.set(`${league}/${kind}`, at)
    if (!(await store.claimPoll(league, kind, at, before))) return skipped(league, kind)
    if (kind === 'odds') return pollOdds(desk, league, at)
    return kind === 'scores' ? pollScores(desk, league, at) : pollEvents(desk, league, at)
  }

  async function tick(): Promise<PollReport[]> {
    if (ticking) return []
    ticking = true
    try {
      await reload()
      const inSeason = new Set(await leagues.current())
      const due = [...inSeason.union(new Set(registry.leagues()))]
        .flatMap((league) =>
          duePolls(league, registry.ofLeague(league), desk.unsettled, desk.claimed, now(), budget.scarce),
        )
        // a cup is out of season with its final: what was bet on is still decided
        .filter(({ league, kind }) => kind === 'scores' || inSeason.has(league))
        .sort((one, other) => other.weight - one.weight)
      const made = await Promise.allSettled(budget.scarce ? await inTurn(due, makeDue) : due.map(makeDue))
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
      return pollOdds(desk, league, now())
    },
    async pollScores(league) {
      await reload()
      return pollScores(desk, league, now())
    },
    abandonOverdue: () => abandonOverdue(desk, queries, now()),
    prune: () => prune(now()),
    close: () => client.close(),
  }
}

/** One after the other, so that what matters most has the credits first; settled promises. */
async function inTurn<T, R>(items: readonly T[], make: (item: T) => Promise<R>): Promise<Promise<R>[]> {
  const made: Promise<R>[] = []
  for (const item of items) {
    const one = make(item)
    made.push(one)
    await one.catch(() => undefined)
  }
  return made
}

/** The supported leagues that the provider has in season; asked for now and then, at no cost. */
function createLeagues(client: OddsClient, systemNow: () => Date, log: (problem: unknown) => void) {
  let known: string[] = []
  let askedAt = Number.NEGATIVE_INFINITY
  return {
    async current(): Promise<readonly string[]> {
      const system = systemNow().getTime()
      const every = known.length === 0 ? 1_000 : LEAGUES_MS
      if (system - askedAt < every) return known
      askedAt = system
      try {
        const { data } = await client.sports()
        known = data.filter(({ key, active }) => active && catalogLeague(key)?.outright === false).map(({ key }) => key)
      } catch (error) {
        log(error)
      }
      return known
    },
  }
}
