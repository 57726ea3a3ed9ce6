// How often somebody may fail to sign in, or sign up, by address and by name. Right passwords cost nothing. Counted in
// Postgres, so that all api processes count together and a restart forgives nothing.
import { hash } from 'node:crypto'
import type pg from 'pg'
import { RateLimiterPostgres, type RateLimiterRes } from 'rate-limiter-flexible'
import { ApiError } from './errors.ts'
import { networkOf } from './network.ts'

const MINUTE_S = 60
const QUARTER_S = 15 * MINUTE_S
const HOUR_S = 60 * MINUTE_S

export type AttemptLimits = {
  /** Failed sign-ins: of one name from one address, of one name from anywhere, of any names from one address. */
  readonly failuresByBoth: number
  readonly failuresByName: number
  readonly failuresByAddress: number
  /** Sign-ups: from one address, and tries to take one name. */
  readonly signUpsByAddress: number
  readonly signUpsByName: number
}

const DEFAULTS: AttemptLimits = {
  failuresByBoth: 20,
  failuresByName: 50,
  // more than the password queue holds, so that a rush of right passwords from one place passes
  failuresByAddress: 400,
  signUpsByAddress: 200,
  signUpsByName: 10,
}

export type Attempts = {
  /**
   * Counts a failure before the password is looked at, so that guesses sent at once do not slip through together;
   * throws ApiError rate_limited.
   */
  signIn(name: string, address: string): Promise<void>
  /** The password was right: the failure is taken back. */
  signedIn(name: string, address: string): Promise<void>
  /** Counts it, and throws ApiError rate_limited. */
  signUp(name: string, address: string): Promise<void>
}

/** Names come from strangers: a hash keeps the table's keys short. */
const shortly = (name: string): string => hash('sha256', name, 'base64url').slice(0, 22)

export function createAttempts(pool: pg.Pool, limits: AttemptLimits = DEFAULTS): Attempts {
  const limiter = (keyPrefix: string, points: number, duration: number) =>
    new RateLimiterPostgres({
      storeClient: pool,
      storeType: 'pool',
      schemaName: 'app',
      tableName: 'attempt',
      tableCreated: true,
      // one of them sweeps the table for all
      clearExpiredByTimeout: keyPrefix === 'both',
      keyPrefix,
      points,
      duration,
    })
  const byBoth = limiter('both', limits.failuresByBoth, QUARTER_S)
  const byName = limiter('name', limits.failuresByName, HOUR_S)
  const byAddress = limiter('address', limits.failuresByAddress, QUARTER_S)
  const signUpsByAddress = limiter('sign-ups', limits.signUpsByAddress, HOUR_S)
  const signUpsByName = limiter('sign-up-name', limits.signUpsByName, HOUR_S)

  async function count(limiter: RateLimiterPostgres, key: string): Promise<void> {
    try {
      await limiter.consume(key)
    } catch (spent) {
      // the database is away, which is no answer
      if (spent instanceof Error) throw spent
      throw tooMany(spent as RateLimiterRes)
    }
  }

  return {
    async signIn(name, address) {
      const who = shortly(name)
      const where = networkOf(address)
      await count(byAddress, where)
      await count(byBoth, `${who} ${where}`)
      await count(byName, who)
    },
    async signedIn(name, address) {
      const who = shortly(name)
      const where = networkOf(address)
      await byBoth.delete(`${who} ${where}`)
      await byName.reward(who)
      await byAddress.reward(where)
    },
    async signUp(name, address) {
      await count(signUpsByAddress, networkOf(address))
      await count(signUpsByName, shortly(name))
    },
  }
}

const tooMany = (spent: RateLimiterRes): ApiError =>
  new ApiError('rate_limited', { retryAfterS: Math.max(1, Math.ceil(spent.msBeforeNext / 1_000)) })
