// Limits attempts to sign in or sign up, by address and by name. Right passwords cost nothing. Short waits are held
// here; longer ones are refused with Retry-After. Attempts are counted in Postgres, so that all api processes count
// together and a restart forgets nothing. The queries go through lanes of their own, so that nobody waits for the
// database behind a flood.
import { setTimeout as pause } from 'node:timers/promises'
import { LRUCache } from 'lru-cache'
import type pg from 'pg'
import { LaneQueue } from '#services/accounts/passwords/lane-queue.ts'
import {
  PASSWORD_LANES,
  PasswordAbandoned,
  PasswordQueueFull,
  type Passwords,
  type PasswordTicket,
} from '#services/accounts/passwords/passwords.ts'
import type { Pseudonyms } from '#services/accounts/sessions/pseudonyms.ts'
import { SIGN_IN_LIMITS, type SignInLimits } from '#services/accounts/sessions/sign-in-limits.ts'
import {
  type AttemptKeys,
  createSignInThrottle,
  type SignInThrottle,
  type Verdict,
} from '#services/accounts/sessions/sign-in-throttle.ts'
import type { FailureCount } from '#services/accounts/sign-ins/failed-sign-ins.ts'
import type { Failure, Tried, TriedName } from '#services/accounts/sign-ins/failure-rows.ts'
import { ApiError } from '../http/errors/errors.ts'
import { createHourlyLimiter, type HourlyLimits, rateLimited, textOf } from './hourly-limits.ts'
import { networkOf, siteOf } from './network.ts'

/** Requests held at the same time: each takes a socket and a timer. */
const HELD_MAX = 500
/** Concurrent queries, one of which is reserved for known addresses. */
const COUNTS_AT_ONCE = 4
/** For how long a refusal is repeated without another query. */
const REFUSAL_CACHED_MS = 1_000
const SUSPECT_FOR_MS = 15 * 60_000
const CACHED_MAX = 20_000

export type AttemptLimits = HourlyLimits & {
  readonly signIns: SignInLimits
  /** Longest wait that is held; longer ones are refused at once. */
  readonly holdMs: number
}

export const ATTEMPT_LIMITS: AttemptLimits = {
  signIns: SIGN_IN_LIMITS,
  holdMs: 4_000,
  signUpsByAddress: 200,
  signUpsByName: 10,
  forgottenByAddress: 20,
  forgottenByName: 5,
  codesByAddress: 300,
  codesByAccount: 60,
}

/** One attempt with a password. It ends in one of three ways. */
export type Attempt = {
  readonly ticket: PasswordTicket
  failed(): Promise<void>
  /** Makes the address a known one of this account; with null, none. */
  succeeded(accountId: string | null): Promise<void>
  /** The password was not checked, so the attempt does not count. */
  cancel(): Promise<void>
}

export type Attempts = {
  /**
   * Counts a failure before the password is checked, so that guesses sent at once cannot slip through together. Throws
   * ApiError rate_limited; PasswordQueueFull; PasswordAbandoned if `signal` is aborted while it waits.
   */
  signIn(name: TriedName, address: string, signal?: AbortSignal): Promise<Attempt>
  /** Counts a sign-up. Returns its ticket for the hashing queue. Throws as `signIn` does. */
  signUp(name: string, address: string, signal?: AbortSignal): Promise<PasswordTicket>
  /** Counts a request for a forgotten password. Throws ApiError rate_limited. */
  forgotPassword(name: string, address: string): Promise<void>
  /**
   * Counts an attempt with a code of the second factor: like a password, with a budget of its own. Codes of an app are
   * also counted by the hour across all addresses; recovery codes are not, since they cannot be guessed. Throws as
   * `signIn` does.
   */
  secondFactor(accountId: string, address: string, isAppCode: boolean): Promise<Attempt>
  /** The account was opened from this address. */
  addKnownAddress(accountId: string, name: string, address: string): Promise<void>
  sweep(): Promise<void>
}

type Deps = {
  readonly pool: pg.Pool
  readonly pseudonyms: Pseudonyms
  readonly passwords: Pick<Passwords, 'hasRoom'>
  readonly failures: Pick<FailureCount, 'add'>
  /** ATTEMPT_LIMITS by default. */
  readonly limits?: AttemptLimits | undefined
  /** For tests. */
  readonly throttle?: SignInThrottle
}

export function createAttempts(deps: Deps): Attempts {
  const { pool, pseudonyms, passwords, failures, limits = ATTEMPT_LIMITS } = deps
  const { throttle = createSignInThrottle(pool, { limits: limits.signIns }) } = deps
  const signUps = createHourlyLimiter(pool, 'sign-up', { address: limits.signUpsByAddress, name: limits.signUpsByName })
  const forgotten = createHourlyLimiter(pool, 'forgotten', {
    address: limits.forgottenByAddress,
    name: limits.forgottenByName,
  })
  const codes = createHourlyLimiter(pool, 'code', { address: limits.codesByAddress, name: limits.codesByAccount })
  const counting = new LaneQueue(PASSWORD_LANES, { slots: COUNTS_AT_ONCE, reserved: 1 })
  /** By pair of name and address: when the next attempt may be made. */
  const refusals = new LRUCache<string, number>({ max: CACHED_MAX, ttl: REFUSAL_CACHED_MS })
  /** Networks with failed attempts, as far as this process knows. */
  const suspects = new LRUCache<string, true>({ max: CACHED_MAX, ttl: SUSPECT_FOR_MS })
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

  /**
   * Resolves when the password may be checked. If it may not, calls `refuse`; repeats within a second are refused
   * without being counted.
   */
  async function admit(keys: AttemptKeys, ticket: PasswordTicket, refuse: () => void): Promise<Verdict> {
    const pair = textOf(keys.pair)
    const dueAt = refusals.get(pair)
    if (dueAt !== undefined) throw rateLimited(dueAt - performance.now())
    const mayHold = held < HELD_MAX
    if (mayHold) held += 1
    try {
      const verdict = await count(ticket, () => throttle.begin(keys, mayHold ? limits.holdMs : 0))
      const { admitted, waitMs } = verdict
      if (!admitted) {
        refuse()
        refusals.set(pair, performance.now() + waitMs, { ttl: Math.min(waitMs, REFUSAL_CACHED_MS) })
        throw rateLimited(waitMs)
      }
      if (waitMs > 0) await hold(keys, verdict, ticket.signal)
      return verdict
    } finally {
      if (mayHold) held -= 1
    }
  }

  async function hold(keys: AttemptKeys, verdict: Verdict, signal: AbortSignal | undefined): Promise<void> {
    const dueAt = performance.now() + verdict.waitMs
    await pause(verdict.waitMs, undefined, signal && { signal }).catch(async () => {
      await throttle.cancel(keys, verdict, dueAt - performance.now())
      throw new PasswordAbandoned('the caller has gone')
    })
  }

  /** An attempt that the hashing queue would not admit is not counted. */
  async function count<Result>(ticket: PasswordTicket, work: () => Promise<Result>): Promise<Result> {
    if (!passwords.hasRoom(ticket)) throw new PasswordQueueFull('too many jobs are waiting')
    return counting.run(ticket, work)
  }

  /** `name`: what the throttle counts by. */
  async function begin(as: Tried, name: string, address: string, signal?: AbortSignal): Promise<Attempt> {
    const keys = keysOf(name, address)
    const { network } = keys
    const fail = (kind: Failure['kind']) => failures.add({ kind, as, network })
    const source = textOf(network)
    const known = await throttle.isKnown(keys.pair)
    const firstLane = known ? 'known' : suspects.has(source) ? 'suspect' : 'fresh'
    const verdict = await admit(keys, { lane: firstLane, source, signal }, () => fail('refused'))
    const lane = verdict.known ? 'known' : verdict.failures > 0 ? 'suspect' : 'fresh'
    return {
      ticket: { lane, source, signal },
      async failed() {
        suspects.set(source, true)
        fail('accountId' in as ? 'code' : 'password')
        await throttle.recordFailure(keys)
      },
      succeeded: (accountId) => throttle.recordSuccess(keys, verdict, accountId),
      cancel: () => throttle.cancel(keys, verdict),
    }
  }

  return {
    signIn: (name, address, signal) => begin(name, name.normal, address, signal),

    async secondFactor(accountId, address, isAppCode) {
      // user names have no line breaks, so this clashes with none
      const name = `second factor\n${accountId}`
      if (isAppCode) {
        const keys = keysOf(name, address)
        await codes.consume(keys).catch((error: unknown) => {
          if (error instanceof ApiError) failures.add({ kind: 'refused', as: { accountId }, network: keys.network })
          throw error
        })
      }
      return begin({ accountId }, name, address)
    },

    async signUp(name, address, signal) {
      const keys = keysOf(name, address)
      const ticket = { lane: 'sign-up', source: textOf(keys.network), signal } as const
      await count(ticket, () => signUps.consume(keys))
      return ticket
    },

    forgotPassword: (name, address) => forgotten.consume(keysOf(name, address)),
    addKnownAddress: (accountId, name, address) => throttle.addKnownAddress(accountId, keysOf(name, address)),
    sweep: () => throttle.sweep(),
  }
}
