// Read your own writes: the reply to a write carries its position, and a read waits until the read models have reached
// it.
import { LRUCache } from 'lru-cache'
import { type FreshReads, NotFreshYet, ReadModelFailed, UnknownPosition } from '#projections/freshness/fresh-reads.ts'
import { encodePosition } from '#projections/freshness/position-token.ts'
import type { ProjectionName } from '#projections/projection.ts'
import type { EventStore, Position } from '#services/event-store/port.ts'
import { ApiError } from '../http/errors/errors.ts'
import type { OwnWrites, Writer } from './own-writes.ts'
import type { Peers } from './peers.ts'

/** How many sessions' last writes are kept until every read model has them. */
const SESSIONS_MAX = 20_000

export type Freshness = {
  /** The value of X-Ledger-Position in a reply. */
  token(position: Position, hash: string): string
  /**
   * Remembers what this session has written on its own stream, so that its next reads see it. Returns the token of the
   * write.
   */
  recordWrite(sessionId: string, position: Position, hash: string): string
  /**
   * As `recordWrite`, for events on other streams, which other processes could not find by themselves. Returns '' if
   * the command wrote nothing.
   */
  recordSharedWrite(sessionId: string, written: Written): Promise<string>
  /**
   * Resolves once the `needed` read models have reached `token` and this session's own writes, made through any
   * process. Throws ApiError: position_invalid, reads_behind, reads_stopped.
   */
  waitFor(needed: readonly ProjectionName[], token: string | undefined, session: Writer | null): Promise<void>
  /**
   * Waits until these read models have everything that is in the log now. False if they stay behind or have stopped.
   */
  hasWholeLog(needed: readonly ProjectionName[]): Promise<boolean>
  /** Those of these read models that have failed at an event; their data is outdated. */
  stoppedProjections(needed: readonly ProjectionName[]): readonly ProjectionName[]
}

/** Where a command's last event is in the log; null if it wrote none. */
export type Written = { readonly position: Position | null; readonly hash: string | null }

type Write = { readonly position: Position; readonly token: string }

export function createFreshness(
  store: Pick<EventStore, 'logId' | 'comparePositions'>,
  fresh: FreshReads,
  peers: Pick<Peers, 'isSoleInstance'>,
  ownWrites: OwnWrites,
): Freshness {
  const written = new LRUCache<string, Write>({ max: SESSIONS_MAX })
  const token = (position: Position, hash: string) => encodePosition({ logId: store.logId, position, hash })

  async function wait(token: string, projections: readonly ProjectionName[]): Promise<void> {
    try {
      await fresh.waitForPosition(token, { projections })
    } catch (error) {
      if (error instanceof NotFreshYet) throw new ApiError('reads_behind', { retryAfterS: 1 })
      if (error instanceof ReadModelFailed) throw new ApiError('reads_stopped')
      if (error instanceof UnknownPosition) throw new ApiError('position_invalid')
      throw error
    }
  }

  function recordWrite(sessionId: string, position: Position, hash: string): string {
    const write = { position, token: token(position, hash) }
    const before = written.get(sessionId)
    // replies of concurrent requests may arrive in any order
    if (before === undefined || store.comparePositions(before.position, position) < 0) written.set(sessionId, write)
    return write.token
  }

  /** Writes made through this process are known without a query. */
  async function waitForOwn(needed: readonly ProjectionName[], requested: string | undefined, sessionId: string) {
    const own = written.get(sessionId)
    if (own === undefined) return
    if (own.token !== requested) await wait(own.token, needed)
    // the next read may need read models that are further behind than this one's
    if (fresh.isInAll(own.token) && written.get(sessionId) === own) written.delete(sessionId)
  }

  async function waitForElsewhere(needed: readonly ProjectionName[], session: Writer) {
    if (peers.isSoleInstance()) return
    const own = await ownWrites.last(session)
    if (own === null) return
    await wait(own, needed)
    if (fresh.isInAll(own)) ownWrites.markSeen(session.id, own)
  }

  return {
    token,
    recordWrite,
    async recordSharedWrite(sessionId, { position, hash }) {
      if (position === null || hash === null) return ''
      const own = recordWrite(sessionId, position, hash)
      // the command is recorded whether or not this succeeds
      if (!peers.isSoleInstance()) await ownWrites.share(sessionId, own).catch(() => undefined)
      return own
    },
    async waitFor(needed, requested, session) {
      if (requested !== undefined) await wait(requested, needed)
      if (session === null) return
      await waitForOwn(needed, requested, session.id)
      await waitForElsewhere(needed, session)
    },
    hasWholeLog: (needed) => fresh.hasWholeLog(needed),
    stoppedProjections: (needed) =>
      fresh
        .projectionHealth()
        .filter(({ projection, failed }) => failed !== null && needed.includes(projection))
        .map(({ projection }) => projection),
  }
}
