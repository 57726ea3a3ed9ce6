// How often somebody may try to sign in, or sign up, by address and by name. Right passwords cost nothing. Short waits are
// held here, longer ones are told. Counted in Postgres, so that all api processes count together and a restart forgives
// nothing; who asks takes turns there too, so that nobody waits behind a flood for the database.
import { setTimeout as pause } from 'node:timers/promises'
import { LRUCache } from 'lru-cache'
import type pg from 'pg'
import { RateLimiterPostgres, type RateLimiterRes } from 'rate-limiter-flexible'
import { LaneQueue } from '#services/accounts/passwords/lane-queue.ts'
import {
  PASSWORD_LANES,
  PasswordAbandoned,
  PasswordQueueFull,
  type Passwords,
  type PasswordTurn,
} from '#services/accounts/passwords/passwords.ts'
import type { Pseudonyms } from '#services/accounts/sessions/pseudonyms.ts'
import {
  type AttemptKeys,
  createSignInThrottle,
  SIGN_IN_LIMITS,
  type SignInLimits,
  type SignInThrottle,
  type Verdict,
} from '#services/accounts/sessions/sign-in-throttle.ts'
import { ApiError } from '../http/errors.ts'
import { networkOf, siteOf } from './network.ts'

const HOUR_S = 3_600
/** Requests held at a time: each is a socket and a timer. */
const HELD_MAX = 500
/** Counts that are under way at a time, one of which is kept for known addresses. */
const COUNTS_AT_ONCE = 4
/** For so long a refusal is repeated without counting again. */
const REPEATED_MS = 1_000
const REMEMBERED = 20_000

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
   * Throws ApiError rate_limited; PasswordQueueFull; PasswordGivenUp where `signal` is aborted while it waits.
   */
  signIn(name: string, address: string, signal?: AbortSignal): Promise<Attempt>
  /** Counts it, and throws ApiError rate_limited. Answers its place in the queue. */
  signUp(name: string, address: string, signal?: AbortSignal): Promise<PasswordTurn>
  /** The account was opened from there. */
  signedUp(accountId: string, name: string, address: string): Promise<void>
  sweep(): Promise<void>
}

export function createAttempts(
  pool: pg.Pool,
  pseudonyms: Pseudonyms,
  passwords: Pick<Passwords, 'hasRoom'>,
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
  const counting = new LaneQueue(PASSWORD_LANES, { slots: COUNTS_AT_ONCE, reserved: 1 })
  /** By pair: when it may be asked again. */
  const refused = new LRUCache<string, number>({ max: REMEMBERED, ttl: REPEATED_MS })
  /** Networks with wrong passwords, as far as this process has seen. */
  const suspects = new LRUCache<string, true>({ max: REMEMBERED, ttl: 15 * 60_000 })
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
  async function admit(keys: AttemptKeys, turn: PasswordTurn): Promise<Verdict> {
    const pair = keys.pair.toString('base64url')
    const due = refused.get(pair)
    if (due !== undefined) throw tooMany(due - performance.now())
    const mayHold = held < HELD_MAX
    if (mayHold) held += 1
    try {
      const verdict = await inTurn(turn, () => throttle.begin(keys, mayHold ? limits.holdMs : 0))
      const { admitted, waitMs } = verdict
      if (!admitted) {
        refused.set(pair, performance.now() + waitMs, { ttl: Math.min(waitMs, REPEATED_MS) })
        throw tooMany(waitMs)
      }
      if (waitMs > 0) {
        const due = performance.now() + waitMs
        await pause(waitMs, undefined, turn.signal && { signal: turn.signal }).catch(async () => {
          await throttle.unchecked(keys, verdict, due - performance.now())
          throw new PasswordAbandoned('nobody waits for it any more')
        })
      }
      return verdict
    } finally {
      if (mayHold) held -= 1
    }
  }

  /** Who would not be let wait for his password to be checked is not counted either. */
  async function inTurn<Result>(turn: PasswordTurn, work: () => Promise<Result>): Promise<Result> {
    if (!passwords.hasRoom(turn)) throw new PasswordQueueFull('too many wait for their turn')
    return counting.run(turn, work)
  }

  return {
    async signIn(name, address, signal) {
      const keys = keysOf(name, address)
      const source = keys.network.toString('base64url')
      const known = await throttle.isKnown(keys.pair)
      const verdict = await admit(keys, {
        lane: known ? 'known' : suspects.has(source) ? 'suspect' : 'fresh',
        source,
        signal,
      })
      const lane = verdict.known ? 'known' : verdict.failures > 0 ? 'suspect' : 'fresh'
      return {
        turn: { lane, source, signal },
        async wrong() {
          suspects.set(source, true)
          await throttle.wrong(keys)
        },
        right: (accountId) => throttle.right(keys, verdict, accountId),
        unchecked: () => throttle.unchecked(keys, verdict),
      }
    },

    async signUp(name, address, signal) {
      const { network, name: who } = keysOf(name, address)
      const source = network.toString('base64url')
      const turn = { lane: 'sign-up', source, signal } as const
      await inTurn(turn, async () => {
        await count(signUpsByAddress, source)
        await count(signUpsByName, who.toString('base64url'))
      })
      return turn
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
