// Checks that a position token belongs to the history of this log.
import { LRUCache } from 'lru-cache'
import type pg from 'pg'
import type { EventStore } from '#services/event-store/port.ts'
import { UnknownPosition } from './freshness-errors.ts'
import type { PositionToken } from './position-token.ts'
import type { ProjectionProgress } from './projection-progress.ts'

/** A session sends the same token with many reads. */
const MAX_CACHED = 1_000

export class TokenHistory {
  readonly #pool: pg.Pool
  readonly #store: Pick<EventStore, 'comparePositions' | 'lastPosition'>
  readonly #progress: ProjectionProgress
  readonly #hashes = new LRUCache<string, string>({ max: MAX_CACHED })

  constructor(
    pool: pg.Pool,
    store: Pick<EventStore, 'comparePositions' | 'lastPosition'>,
    progress: ProjectionProgress,
  ) {
    this.#pool = pool
    this.#store = store
    this.#progress = progress
  }

  /**
   * Throws UnknownPosition if the log ends before the token's event. The store is asked, because this process may not
   * have heard of the latest events.
   */
  async expectInLog({ position }: PositionToken): Promise<void> {
    const last = await this.#store.lastPosition().catch(() => undefined)
    // if the store does not answer, the read waits until its timeout
    if (last === undefined) return
    if (last === null || this.#store.comparePositions(last, position) < 0)
      throw new UnknownPosition('the ledger has not come to this position')
  }

  /** Throws UnknownPosition if the log has another event at the position: it lost its end and grew again. */
  async expectSameHistory({ position, hash }: PositionToken): Promise<void> {
    const found = this.#progress.hashAt(position) ?? this.#hashes.get(position) ?? (await this.#hashAt(position))
    if (found !== null && found !== hash) throw new UnknownPosition('the ledger has another event at this position')
  }

  /** Null if the audit trail has not reached the position, so that there is nothing to compare with. */
  async #hashAt(position: string): Promise<string | null> {
    // as of before the query: what the trail reaches meanwhile is not in the rows that the query saw
    const reached = this.#progress.of('audit')?.position ?? null
    const { rows } = await this.#pool.query<{ hash: string }>({
      name: 'hash_at',
      text: 'select hash from app.audit where position = $1',
      values: [position],
    })
    const hash = rows[0]?.hash
    if (hash === undefined) {
      if (reached === null || this.#store.comparePositions(reached, position) < 0) return null
      throw new UnknownPosition('the ledger has no event at this position')
    }
    this.#hashes.set(position, hash)
    return hash
  }
}
