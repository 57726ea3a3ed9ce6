// Hourly limits on what strangers may do, by address and by name: open accounts, ask for forgotten passwords, try
// codes.
import type pg from 'pg'
import { RateLimiterPostgres, type RateLimiterRes } from 'rate-limiter-flexible'
import type { AttemptKeys } from '#services/accounts/sessions/sign-in-throttle.ts'
import { ApiError } from '../http/errors/errors.ts'

const HOUR_S = 3_600

export type HourlyLimits = {
  /** Sign-ups from one address, and attempts at one name. */
  readonly signUpsByAddress: number
  readonly signUpsByName: number
  /** Forgotten passwords, in the same way. */
  readonly forgottenByAddress: number
  readonly forgottenByName: number
  /** Codes of second factors, in the same way: many clients guessing together would soon find six digits. */
  readonly codesByAddress: number
  readonly codesByAccount: number
}

export type HourlyLimiter = {
  /** Counts one use, by pseudonyms. Throws ApiError rate_limited. */
  consume(by: Pick<AttemptKeys, 'network' | 'name'>): Promise<void>
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
      // one limiter clears the shared table for all
      clearExpiredByTimeout: keyPrefix === 'sign-ups',
      keyPrefix,
      points: most,
      duration: HOUR_S,
    })
  const byAddress = limiter(`${what}s`, points.address)
  const byName = limiter(`${what}-name`, points.name)
  return {
    async consume({ network, name }) {
      await consume(byAddress, textOf(network))
      await consume(byName, textOf(name))
    },
  }
}

async function consume(limiter: RateLimiterPostgres, key: string): Promise<void> {
  try {
    await limiter.consume(key)
  } catch (rejected) {
    // an Error comes from the database; a reached limit rejects with its state
    if (rejected instanceof Error) throw rejected
    throw rateLimited((rejected as RateLimiterRes).msBeforeNext)
  }
}

/** A pseudonym as a key of rows and maps. */
export const textOf = (pseudonym: Buffer): string => pseudonym.toString('base64url')

export const rateLimited = (waitMs: number): ApiError =>
  new ApiError('rate_limited', { retryAfterS: Math.max(1, Math.ceil(waitMs / 1_000)) })
