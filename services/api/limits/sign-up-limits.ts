// How many accounts may be opened in an hour: from one address, and attempts at one name.
import type pg from 'pg'
import { RateLimiterPostgres, type RateLimiterRes } from 'rate-limiter-flexible'
import { ApiError } from '../http/errors/errors.ts'

const HOUR_S = 3_600

export type SignUpLimits = {
  /** Sign-ups an hour: from one address, and attempts at one name. */
  readonly signUpsByAddress: number
  readonly signUpsByName: number
}

export type SignUpLimiter = {
  /** Counts a sign-up. Throws ApiError rate_limited. */
  consume(address: string, name: string): Promise<void>
}

export function createSignUpLimiter(pool: pg.Pool, limits: SignUpLimits): SignUpLimiter {
  const limiter = (keyPrefix: string, points: number) =>
    new RateLimiterPostgres({
      storeClient: pool,
      storeType: 'pool',
      schemaName: 'app',
      tableName: 'attempt',
      tableCreated: true,
      // one of them sweeps the table for both
      clearExpiredByTimeout: keyPrefix === 'sign-ups',
      keyPrefix,
      points,
      duration: HOUR_S,
    })
  const byAddress = limiter('sign-ups', limits.signUpsByAddress)
  const byName = limiter('sign-up-name', limits.signUpsByName)
  return {
    async consume(address, name) {
      await consume(byAddress, address)
      await consume(byName, name)
    },
  }
}

async function consume(limiter: RateLimiterPostgres, key: string): Promise<void> {
  try {
    await limiter.consume(key)
  } catch (rejected) {
    // an Error is the database's; a limit that is reached rejects with its state
    if (rejected instanceof Error) throw rejected
    throw rateLimited((rejected as RateLimiterRes).msBeforeNext)
  }
}

export const rateLimited = (waitMs: number): ApiError =>
  new ApiError('rate_limited', { retryAfterS: Math.max(1, Math.ceil(waitMs / 1_000)) })
