// The provider that the settings name: The Odds API with a key, else the simulator.
import type pg from 'pg'
import type { Config } from '#services/platform/config.ts'
import { type ClientOptions, createOddsClient, type OddsClient } from './client.ts'
import { type Budget, createBudget, unlimited } from './credits.ts'

const REAL_HOST = 'https://api.the-odds-api.com'
/** The simulator accepts it as a key. */
const SIMULATOR_KEY = 'simulator'
/** The free plan: 500 credits a month. */
const FREE_PLAN_PER_DAY = 16

type Settings = Pick<Config, 'ODDS_API_KEY' | 'ODDS_API_BASE_URL' | 'ODDS_CREDITS_PER_DAY'>

/** Throws if there is neither a key nor the address of a simulator. */
export function providerOf(config: Settings, overrides: Partial<ClientOptions> = {}): OddsClient {
  const { ODDS_API_KEY: apiKey, ODDS_API_BASE_URL: baseUrl } = config
  if (apiKey === undefined && baseUrl === undefined) {
    throw new Error(
      'no odds provider is configured: set ODDS_API_KEY (The Odds API), or ODDS_API_BASE_URL to the address that `npm run simulator` prints',
    )
  }
  return createOddsClient({ baseUrl: baseUrl ?? REAL_HOST, apiKey: apiKey ?? SIMULATOR_KEY, ...overrides })
}

/** Unlimited without a key: the simulator's credits cost nothing. */
export function budgetOf(config: Settings, pool: pg.Pool, systemNow: () => Date): Budget {
  const perDay = config.ODDS_CREDITS_PER_DAY ?? (config.ODDS_API_KEY === undefined ? null : FREE_PLAN_PER_DAY)
  return perDay === null ? unlimited : createBudget(pool, perDay, systemNow)
}
