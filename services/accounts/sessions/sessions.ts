// Sessions start at sign-in, and last 30 days from their last use and 90 from their start. They end at sign-out, a
// block, removal or a change of password. Every process hears of their end on the channel `fairbook_sessions`.
import type pg from 'pg'
import { createBatcher } from '#services/platform/process/batcher.ts'
import {
  endBlockedSessions,
  forgetBlockedSessions,
  readBlockedSessions,
  sweepBlockedSessions,
} from './blocked-sessions.ts'
import {
  beginEnd,
  deleteOwnSessions,
  type EndedSessions,
  hasSession,
  type OwnSession,
  ownSessions,
  secureSession,
  type WhichSessions,
} from './own-sessions.ts'
import { type Client, draftSession, isToken, type Session, type SessionDraft, sessionId } from './session.ts'
import { createSessionCache } from './session-cache.ts'
import type { SessionsEnded } from './session-ends.ts'
import { endSessions, insertSession, readSessions, sweepSessions } from './session-rows.ts'

export type { WhichSessions } from './own-sessions.ts'

/** Thrown if the password that was right a moment ago has been changed since. */
export class PasswordReplaced extends Error {
  override readonly name = 'PasswordReplaced'
}

export type Sessions = {
  /**
   * Starts a session; the caller then has to record or drop its sign-in. Throws PasswordReplaced if `passwordHash` is
   * no longer the account's.
   */
  open(
    accountId: string,
    client: Client,
    passwordHash: string,
    shown?: { secondFactor: boolean },
  ): Promise<SessionDraft>
  /** The session of a token, without waiting; undefined if it has to be looked up. */
  cached(token: string): Session | null | undefined
  /** The session of a token; null if there is none, or it has ended. */
  find(token: string): Promise<Session | null>
  /** Ends all sessions of an account. */
  endAll(accountId: string): Promise<void>
  /** The same after a block: from then on, its tokens are told that the account is blocked, until `unblock`. */
  block(accountId: string): Promise<void>
  unblock(accountId: string): Promise<void>
  /** Whether the session of this token ended because its account was blocked. */
  isBlocked(token: string): Promise<boolean>
  /** The sessions of an account, last used first. */
  list(accountId: string): Promise<OwnSession[]>
  /** Whether the account has a session with this commitment. */
  has(accountId: string, commitment: string): Promise<boolean>
  /** Ends sessions of an account after an event of the account said so. Returns how many. */
  endOwn(accountId: string, which: EndedSessions): Promise<number>
  /** Ends sessions at their owner's request: their tokens stop working now. Returns how many. */
  beginEnd(accountId: string, which: WhichSessions): Promise<number>
  /** The second factor was set up in this session: all others end. */
  secureOwn(accountId: string, commitment: string): Promise<void>
  /** Evicts all sessions of an account from the cache; in the database they have ended. */
  evictAccount(accountId: string): void
  /** Deletes expired sessions, and those that a blocked or closed account still has. */
  sweep(): Promise<number>
  /** Handles a payload of SESSIONS_CHANNEL; null: some may have been missed. */
  onNotification(payload: string | null): void
  /** Increases whenever sessions may have ended, here or in another process. */
  readonly endings: number
  /** Calls `listener` at the same moments. */
  onEnded(listener: () => void): () => void
  close(): void
}

export function createSessions({
  pool,
  adminsNeedFactor = false,
  now = () => performance.now(),
  heardAt,
}: {
  pool: pg.Pool
  /** Sessions of admins that began without a second factor can only set one up. */
  adminsNeedFactor?: boolean
  /** Monotonic milliseconds. */
  now?: () => number
  /**
   * Time until which everything on SESSIONS_CHANNEL has reached `onNotification` (possibly as null). Without it,
   * sessions are re-read every second.
   */
  heardAt?: () => number
}): Sessions {
  const cache = createSessionCache((tokens) => readSessions(pool, tokens, adminsNeedFactor), now, heardAt)
  const listeners = new Set<() => void>()
  let endings = 0
  const blockedOf = createBatcher<string, Set<string>>((ids) => readBlockedSessions(pool, [...ids]))

  function onEnd(ended: SessionsEnded | null): void {
    endings += 1
    cache.evict(ended)
    for (const listener of listeners) listener()
  }

  return {
    async open(accountId, client, passwordHash, shown) {
      const draft = draftSession(client, shown)
      if (!(await insertSession(pool, accountId, draft, passwordHash))) throw new PasswordReplaced(accountId)
      return draft
    },
    cached: cache.get,
    async find(token) {
      if (!isToken(token)) return null
      const cached = cache.get(token)
      return cached === undefined ? cache.load(token) : cached
    },
    async endAll(account) {
      await endSessions(pool, account)
      onEnd({ account })
    },
    async block(account) {
      await endBlockedSessions(pool, account)
      onEnd({ account })
    },
    unblock: (accountId) => forgetBlockedSessions(pool, accountId),
    async isBlocked(token) {
      if (!isToken(token)) return false
      const id = sessionId(token)
      return (await blockedOf([id])).has(id)
    },
    list: (accountId) => ownSessions(pool, accountId),
    has: (accountId, commitment) => hasSession(pool, accountId, commitment),
    async endOwn(account, which) {
      const count = await deleteOwnSessions(pool, account, which)
      // the sessions that go on are re-read
      onEnd({ account })
      return count
    },
    async beginEnd(account, which) {
      const count = await beginEnd(pool, account, which)
      onEnd({ account })
      return count
    },
    async secureOwn(account, commitment) {
      await secureSession(pool, account, commitment)
      await deleteOwnSessions(pool, account, { otherThan: commitment })
      onEnd({ account })
    },
    evictAccount: (accountId) => onEnd({ account: accountId }),
    sweep: async () => (await sweepBlockedSessions(pool)) + (await sweepSessions(pool)),
    onNotification: (payload) => onEnd(payload === null ? null : (JSON.parse(payload) as SessionsEnded)),
    get endings() {
      return endings
    },
    onEnded(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    close: cache.close,
  }
}
