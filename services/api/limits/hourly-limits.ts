// How often strangers may do something in an hour: from one address, and about one name. Open accounts, forget passwords.
import type pg from 'pg'
import { RateLimiterPostgres, type RateLimiterRes } from 'rate-limiter-flexible'
import { ApiError } from '../http/errors/errors.ts'

const HOUR_S = 3_600

export type HourlyLimits = {
  /** Sign-ups: from one address, and attempts at one name. */
  readonly signUpsByAddress: number
  readonly signUpsByName: number
  /** Forgotten passwords, the same. */
  readonly forgottenByAddress: number
  readonly forgottenByName: number
  /** Codes of second factors, the same: six digits are soon guessed by many who try together. */
  readonly codesByAddress: number
  readonly codesByAccount: number
}

export type HourlyLimiter = {
  /** Counts one. Throws ApiError rate_limited. */
  consume(address: string, name: string): Promise<void>
}

export function createHourlyLimiter(
  pool: pg.Pool,
  what: 'sign-up' | 'forgotten' | 'code',
  points: { readonly address: number; readonly name: number },
): HourlyLimiter {
  const limiter = (keyPrefix: string, most: number) =>
    new RateLimiterPostgres({
      storeClient: pool,
      storeType: 'pool',
      schemaName: 'app',
      tableName: 'attempt',
      tableCreated: true,
      // one of them sweeps the table for all
      clearExpiredByTimeout: keyPrefix === 'sign-ups',
      keyPrefix,
      points: most,
      duration: HOUR_S,
    })
  const byAddress = limiter(`${what}s`, points.address)
  const byName = limiter(`${what}-name`, points.name)
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
