// Reading what was written: a write's reply names its position, and a read waits until the read models have come there.
import { LRUCache } from 'lru-cache'
import { type FreshReads, NotFreshYet, ReadModelFailed, UnknownPosition } from '#projections/freshness/fresh-reads.ts'
import { encodePosition } from '#projections/freshness/position-token.ts'
import type { ProjectionName } from '#projections/projection.ts'
import type { EventStore, Position } from '#services/event-store/port.ts'
import { ApiError } from '../http/errors/errors.ts'
import type { OwnWrites, Writer } from './own-writes.ts'
import type { Peers } from './peers.ts'

/** Sessions whose last write is remembered until a read has seen it. */
const WRITERS_MAX = 20_000

export type Freshness = {
  /** What a reply carries as X-Ledger-Position. */
  token(position: Position, hash: string): string
  /** Notes what this session has written on its own stream, so that its next reads see it; answers its token. */
  recordWrite(sessionId: string, position: Position, hash: string): string
  /** As `wrote`, for events on the streams of others: what other processes could not find by themselves. */
  recordSharedWrite(sessionId: string, position: Position, hash: string): Promise<string>
  /**
   * Resolves once the read models that a read looks at are as fresh as `token` asks and as this session's own writes
   * need, through whichever process. Throws ApiError: position_invalid, reads_behind, reads_stopped.
   */
  waitFor(needed: readonly ProjectionName[], token: string | undefined, session: Writer | null): Promise<void>
  /** Read models among these that stopped at an event: what is read from them is older than it should be. */
  stoppedProjections(needed: readonly ProjectionName[]): readonly ProjectionName[]
}

type Write = { readonly position: Position; readonly token: string }

export function createFreshness(
  store: Pick<EventStore, 'logId' | 'comparePositions'>,
  fresh: FreshReads,
  peers: Pick<Peers, 'isSoleInstance'>,
  ownWrites: OwnWrites,
): Freshness {
  const written = new LRUCache<string, Write>({ max: WRITERS_MAX })
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

  function wrote(sessionId: string, position: Position, hash: string): string {
    const write = { position, token: token(position, hash) }
    const before = written.get(sessionId)
    // answers to requests sent at once may come in any order
    if (before === undefined || store.comparePositions(before.position, position) < 0) written.set(sessionId, write)
    return write.token
  }

  /** What the session wrote here is known without asking. */
  async function reachedOwn(needed: readonly ProjectionName[], asked: string | undefined, sessionId: string) {
    const own = written.get(sessionId)
    if (own === undefined) return
    if (own.token !== asked) await wait(own.token, needed)
    if (written.get(sessionId) === own) written.delete(sessionId)
  }

  async function reachedElsewhere(needed: readonly ProjectionName[], session: Writer) {
    if (peers.isSoleInstance()) return
    const own = await ownWrites.last(session)
    if (own === null) return
    await wait(own, needed)
    ownWrites.markSeen(session.id, own)
  }

  return {
    token,
    recordWrite: wrote,
    async recordSharedWrite(sessionId, position, hash) {
      const own = wrote(sessionId, position, hash)
      // the command stands, whatever becomes of this
      if (!peers.isSoleInstance()) await ownWrites.share(sessionId, own).catch(() => undefined)
      return own
    },
    async waitFor(needed, asked, session) {
      if (asked !== undefined) await wait(asked, needed)
      if (session === null) return
      await reachedOwn(needed, asked, session.id)
      await reachedElsewhere(needed, session)
    },
    stoppedProjections: (needed) =>
      fresh
        .projectionHealth()
        .filter(({ projection, failed }) => failed !== null && needed.includes(projection))
        .map(({ projection }) => projection),
  }
}
