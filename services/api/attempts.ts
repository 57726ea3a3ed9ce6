// How often somebody may try to sign in, or sign up, by address and by name. Right passwords cost nothing. Short waits are
// held here, longer ones are told. Counted in Postgres, so that all api processes count together and a restart forgives
// nothing.
import { setTimeout as pause } from 'node:timers/promises'
import type pg from 'pg'
import { RateLimiterPostgres, type RateLimiterRes } from 'rate-limiter-flexible'
import { PasswordGivenUp, type PasswordTurn } from '../identity/passwords.ts'
import type { Pseudonyms } from '../identity/pseudonyms.ts'
import {
  type AttemptKeys,
  createSignInThrottle,
  SIGN_IN_LIMITS,
  type SignInLimits,
  type SignInThrottle,
  type Verdict,
} from '../identity/sign-in-throttle.ts'
import { ApiError } from './errors.ts'
import { networkOf, siteOf } from './network.ts'

const HOUR_S = 3_600
/** Requests held at a time: each is a socket and a timer. */
const HELD_MAX = 500

export type AttemptLimits = {
  readonly signIns: SignInLimits
  /** A wait that is worth holding a request for; who has to wait longer is told so at once. */
  readonly holdMs: number
  /** Sign-ups an hour: from one address, and tries to take one name. */
  readonly signUpsByAddress: number
  readonly signUpsByName: number
}

export const ATTEMPT_LIMITS: AttemptLimits = {
  signIns: SIGN_IN_LIMITS,
  holdMs: 4_000,
  signUpsByAddress: 200,
  signUpsByName: 10,
}

/** One try of a password, which ends in one of three ways. */
export type Attempt = {
  readonly turn: PasswordTurn
  wrong(): Promise<void>
  /** The address is one of this account's from now on; null leaves it strange. */
  right(accountId: string | null): Promise<void>
  /** It was not looked at: the try is given back. */
  unchecked(): Promise<void>
}

export type Attempts = {
  /**
   * Counts a failure before the password is looked at, so that guesses sent at once do not slip through together.
   * Throws ApiError rate_limited; PasswordGivenUp where `gone` is aborted while it waits.
   */
  signIn(name: string, address: string, gone?: AbortSignal): Promise<Attempt>
  /** Counts it, and throws ApiError rate_limited. Answers its place in the queue. */
  signUp(name: string, address: string, gone?: AbortSignal): Promise<PasswordTurn>
  /** The account was opened from there. */
  signedUp(accountId: string, name: string, address: string): Promise<void>
  sweep(): Promise<void>
}

export function createAttempts(
  pool: pg.Pool,
  pseudonyms: Pseudonyms,
  limits: AttemptLimits = ATTEMPT_LIMITS,
  throttle: SignInThrottle = createSignInThrottle(pool, { limits: limits.signIns }),
): Attempts {
  const limiter = (keyPrefix: string, points: number) =>
    new RateLimiterPostgres({
      storeClient: pool,
      storeType: 'pool',
      schemaName: 'app',
      tableName: 'attempt',
      tableCreated: true,
      // one of them sweeps the table for all
      clearExpiredByTimeout: keyPrefix === 'sign-ups',
      keyPrefix,
      points,
      duration: HOUR_S,
    })
  const signUpsByAddress = limiter('sign-ups', limits.signUpsByAddress)
  const signUpsByName = limiter('sign-up-name', limits.signUpsByName)
  let held = 0

  function keysOf(name: string, address: string): AttemptKeys {
    const network = networkOf(address)
    const site = siteOf(address)
    return {
      pair: pseudonyms.pair(name, network),
      name: pseudonyms.name(name),
      network: pseudonyms.network(network),
      site: site === null ? null : pseudonyms.network(site),
    }
  }

  /** Resolves when its time has come. */
  async function admit(keys: AttemptKeys, gone: AbortSignal | undefined): Promise<Verdict> {
    const mayHold = held < HELD_MAX
    if (mayHold) held += 1
    try {
      const verdict = await throttle.begin(keys, mayHold ? limits.holdMs : 0)
      if (!verdict.admitted) throw tooMany(verdict.waitMs)
      if (verdict.waitMs > 0) {
        await pause(verdict.waitMs, undefined, gone === undefined ? {} : { signal: gone }).catch(async () => {
          await throttle.unchecked(keys, verdict)
          throw new PasswordGivenUp('nobody waits for it any more')
        })
      }
      return verdict
    } finally {
      if (mayHold) held -= 1
    }
  }

  return {
    async signIn(name, address, gone) {
      const keys = keysOf(name, address)
      const verdict = await admit(keys, gone)
      const lane = verdict.known ? 'known' : verdict.failures > 0 ? 'suspect' : 'fresh'
      return {
        turn: { lane, source: keys.network.toString('base64url'), signal: gone },
        wrong: () => throttle.wrong(keys),
        right: (accountId) => throttle.right(keys, verdict, accountId),
        unchecked: () => throttle.unchecked(keys, verdict),
      }
    },

    async signUp(name, address, gone) {
      const { network, name: who } = keysOf(name, address)
      const source = network.toString('base64url')
      await count(signUpsByAddress, source)
      await count(signUpsByName, who.toString('base64url'))
      return { lane: 'sign-up', source, signal: gone }
    },

    signedUp: (accountId, name, address) => throttle.remember(accountId, keysOf(name, address).pair),
    sweep: () => throttle.sweep(),
  }
}

async function count(limiter: RateLimiterPostgres, key: string): Promise<void> {
  try {
    await limiter.consume(key)
  } catch (spent) {
    // the database is away, which is no answer
    if (spent instanceof Error) throw spent
    throw tooMany((spent as RateLimiterRes).msBeforeNext)
  }
}

const tooMany = (waitMs: number): ApiError =>
  new ApiError('rate_limited', { retryAfterS: Math.max(1, Math.ceil(waitMs / 1_000)) })
