// Reading what was written: a write's reply names its position, and a read waits until the read models have come there.
import { LRUCache } from 'lru-cache'
import { type FreshReads, NotFreshYet, ReadModelFailed, UnknownPosition } from '../../projections/fresh-reads.ts'
import { encodePosition } from '../../projections/position-token.ts'
import type { ProjectionName } from '../../projections/projection.ts'
import type { EventStore, Position } from '../event-store/port.ts'
import { ApiError } from './errors.ts'

/** Sessions whose last write is remembered until a read has seen it. */
const WRITERS_MAX = 20_000

export type Freshness = {
  /** What a reply carries as X-Ledger-Position. */
  token(position: Position, hash: string): string
  /** Notes what this session has written, so that its next reads see it; answers its token. */
  wrote(sessionId: string, position: Position, hash: string): string
  /**
   * Resolves once the read models that a read looks at are as fresh as `token` asks and as this session's own writes
   * need. Throws ApiError: position_invalid, reads_behind, reads_stopped.
   */
  reached(needed: readonly ProjectionName[], token: string | undefined, sessionId: string | null): Promise<void>
  /** Read models among these that stopped at an event: what is read from them is older than it should be. */
  stopped(needed: readonly ProjectionName[]): readonly ProjectionName[]
}

type Write = { readonly position: Position; readonly token: string }

export function createFreshness(store: Pick<EventStore, 'logId' | 'comparePositions'>, fresh: FreshReads): Freshness {
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

  return {
    token,
    wrote(sessionId, position, hash) {
      const write = { position, token: token(position, hash) }
      const before = written.get(sessionId)
      // answers to requests sent at once may come in any order
      if (before === undefined || store.comparePositions(before.position, position) < 0) written.set(sessionId, write)
      return write.token
    },
    async reached(needed, asked, sessionId) {
      if (asked !== undefined) await wait(asked, needed)
      const own = sessionId === null ? undefined : written.get(sessionId)
      if (own === undefined || sessionId === null) return
      if (own.token !== asked) await wait(own.token, needed)
      if (written.get(sessionId) === own) written.delete(sessionId)
    },
    stopped: (needed) =>
      fresh
        .projectionHealth()
        .filter(({ projection, failed }) => failed !== null && needed.includes(projection))
        .map(({ projection }) => projection),
  }
}
