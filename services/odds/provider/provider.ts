// The provider of the settings: The Odds API with a key, otherwise the simulator.
import type pg from 'pg'
import type { Config } from '#services/platform/config.ts'
import { createFeedReporter } from '../health/feed-reporter.ts'
import { createStateStore } from '../health/provider-state.ts'
import { type BudgetGuard, createBudgetGuard } from './budget-guard.ts'
import { type ClientOptions, createOddsClient, type OddsClient } from './client.ts'
import { type Budget, createBudget, unlimited } from './credits.ts'

const REAL_HOST = 'https://api.the-odds-api.com'
/** The simulator accepts this as a key. */
const SIMULATOR_KEY = 'simulator'
/** The provider refuses more than 30 from all processes together. */
const CALLS_PER_SECOND = 20

export type ProviderSettings = Pick<Config, 'ODDS_API_KEY' | 'ODDS_API_BASE_URL' | 'ODDS_CREDITS_PER_DAY'>

/** Throws if there is neither a key nor the address of a simulator. */
export function providerOf(config: ProviderSettings, overrides: Partial<ClientOptions> = {}): OddsClient {
  const { ODDS_API_KEY: apiKey, ODDS_API_BASE_URL: baseUrl } = config
  if (apiKey === undefined && baseUrl === undefined) {
    throw new Error(
      'no odds provider is configured: set ODDS_API_KEY (The Odds API), or ODDS_API_BASE_URL to the address that `npm run simulator` prints',
    )
  }
  return createOddsClient({
    baseUrl: baseUrl ?? REAL_HOST,
    apiKey: apiKey ?? SIMULATOR_KEY,
    ...(apiKey !== undefined && { callsPerSecond: CALLS_PER_SECOND }),
    ...overrides,
  })
}

/** Without a key only the configured limit counts: the simulator's credits cost nothing. */
export function budgetOf(config: ProviderSettings, pool: pg.Pool, systemNow: () => Date): Budget {
  const perDay = config.ODDS_CREDITS_PER_DAY ?? null
  const byQuota = config.ODDS_API_KEY !== undefined
  return perDay === null && !byQuota ? unlimited : createBudget(pool, { perDay, byQuota }, systemNow)
}

/** The guard of a process, which stores the provider's state for all processes. */
export function guardOf(parts: {
  readonly pool: pg.Pool
  readonly budget: Budget
  readonly clocks: { businessNow(): Date; systemNow(): Date }
  readonly log: (problem: unknown) => void
}): BudgetGuard {
  const { pool, budget, clocks, log } = parts
  const systemNow = () => clocks.systemNow()
  const businessNow = () => clocks.businessNow()
  const reporter = createFeedReporter({ state: createStateStore(pool), systemNow, businessNow, log })
  return createBudgetGuard({ budget, reporter, systemNow })
}
