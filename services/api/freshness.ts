// Reading what was written: a write's reply names its position, and a read waits until the read models have come there.
import { LRUCache } from 'lru-cache'
import type pg from 'pg'
import type { Position } from '../event-store/port.ts'
import { ApiError } from './errors.ts'

/** How long a read waits at most. */
const WAIT_MS = 2_000
/** Notifications can be missed: while somebody waits, the checkpoint is read as well. */
const LOOK_EVERY_MS = 100
const HASH_DIGITS = 32
const TOKEN = /^([0-9a-f]{32})\.([\x21-\x2d\x2f-\x7e]{1,100})\.([0-9a-f]{32})$/

export type Freshness = {
  /** What a reply carries as X-Ledger-Position: the log, the position of its event, and that event's hash. */
  token(position: Position, hash: string): string
  /** Notes that this session has written, so that its next reads see it. */
  wrote(sessionId: string, position: Position): void
  /**
   * Resolves once the read models are as fresh as `token` asks and as this session's own writes need.
   * Throws ApiError: position_invalid, reads_behind.
   */
  reached(token: string | undefined, sessionId: string | null): Promise<void>
  /** All read models have come to this position. */
  projected(position: Position): void
  /** Reads the checkpoints: at the start, and whenever notifications may have been missed or tell a part only. */
  look(): Promise<void>
  /** Read models that stopped at an event: what is read from them is stale, and nobody waits for them. */
  stopped(): readonly string[]
}

type Waiter = { position: Position; done: () => void }

export function createFreshness({
  pool,
  logId,
  comparePositions,
  waitMs = WAIT_MS,
}: {
  pool: pg.Pool
  logId: string
  comparePositions: (a: Position, b: Position) => number
  waitMs?: number
}): Freshness {
  let reachedPosition: Position | null = null
  let stopped: readonly string[] = []
  let waiters = new Set<Waiter>()
  const written = new LRUCache<string, Position>({ max: 20_000 })
  /** Tokens whose event was found where they say it is. */
  const genuine = new LRUCache<string, true>({ max: 5_000 })

  const isReached = (position: Position): boolean =>
    reachedPosition !== null && comparePositions(reachedPosition, position) >= 0

  function projected(position: Position): void {
    if (isReached(position)) return
    reachedPosition = position
    if (waiters.size === 0) return
    const before = waiters
    waiters = new Set()
    for (const waiter of before) {
      if (isReached(waiter.position)) waiter.done()
      else waiters.add(waiter)
    }
  }

  async function look(): Promise<void> {
    const { rows } = await pool.query<{ projection: string; position: Position | null; failed: string | null }>(
      'select projection, position, failed from app.projection_checkpoint',
    )
    stopped = rows.filter(({ failed }) => failed !== null).map(({ projection }) => projection)
    let slowest: Position | null = null
    for (const { position, failed } of rows) {
      if (failed !== null) continue
      if (position === null) return
      if (slowest === null || comparePositions(position, slowest) < 0) slowest = position
    }
    if (slowest !== null) projected(slowest)
  }

  /** False where the time ran out first. */
  function wait(position: Position): Promise<boolean> {
    if (isReached(position)) return Promise.resolve(true)
    return new Promise((resolve) => {
      const waiter: Waiter = { position, done: () => finish(true) }
      const looking = setInterval(() => void look().catch(() => {}), LOOK_EVERY_MS)
      const timer = setTimeout(() => finish(false), waitMs)
      waiters.add(waiter)
      function finish(reached: boolean): void {
        clearInterval(looking)
        clearTimeout(timer)
        waiters.delete(waiter)
        resolve(reached)
      }
    })
  }

  async function honour(token: string): Promise<void> {
    const match = TOKEN.exec(token)
    if (match === null || match[1] !== logId) throw new ApiError('position_invalid')
    const [, , position = '', hash] = match
    if (!(await wait(position))) throw new ApiError('reads_behind')
    if (genuine.has(token)) return
    const { rows } = await pool.query<{ hash: string }>('select hash from app.audit where position = $1', [position])
    // the log that gave it out is not the one that is there now: a backup was restored, or a tail was lost
    if (rows[0]?.hash.slice(0, HASH_DIGITS) !== hash) throw new ApiError('position_invalid')
    genuine.set(token, true)
  }

  return {
    token: (position, hash) => `${logId}.${position}.${hash.slice(0, HASH_DIGITS)}`,
    wrote: (sessionId, position) => void written.set(sessionId, position),
    projected,
    look,
    stopped: () => stopped,
    async reached(token, sessionId) {
      if (token !== undefined) await honour(token)
      const own = sessionId === null ? undefined : written.get(sessionId)
      if (own === undefined || sessionId === null) return
      if (!(await wait(own))) throw new ApiError('reads_behind')
      if (written.get(sessionId) === own) written.delete(sessionId)
    },
  }
}
