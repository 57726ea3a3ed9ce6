// Reads that wait until the read models have a given write; and whether a read model has stopped.

import { secondsBehind } from '#services/event-store/behind.ts'
import type { EventStore, Position } from '#services/event-store/port.ts'
import type { Notifications } from '#services/platform/database/listen.ts'
import { openPool } from '#services/platform/database/pool.ts'
import { PROJECTIONS, type ProjectionName } from '../projection.ts'
import { type Announcement, announcementIn, PROJECTED } from '../runner/announcement.ts'
import { NotFreshYet, ReadModelFailed, UnknownPosition } from './freshness-errors.ts'
import { decodePosition } from './position-token.ts'
import { type ProjectionHealth, ProjectionProgress } from './projection-progress.ts'
import { TokenHistory } from './token-history.ts'

export * from './freshness-errors.ts'
export type { ProjectionHealth }

export type WaitOptions = {
  /** The read models that the read needs; all by default. */
  readonly projections?: readonly ProjectionName[]
  readonly timeoutMs?: number
}

export interface FreshReads {
  /**
   * Resolves when the read models have the token's event. Throws NotFreshYet after `timeoutMs` (2 s by default),
   * ReadModelFailed, UnknownPosition.
   */
  waitForPosition(token: string, options?: WaitOptions): Promise<void>
  /**
   * Whether every read model is known to have the event of a token of this log, so that nobody has to wait for it any
   * more.
   */
  isInAll(token: string): boolean
  /**
   * Resolves with true once these read models have everything that is in the log now, or false if they do not within 2
   * s or one of them has stopped.
   */
  hasWholeLog(projections: readonly ProjectionName[]): Promise<boolean>
  /**
   * One entry for each read model, as of the last announcement. Empty until the projector has run for the first time.
   */
  projectionHealth(): readonly ProjectionHealth[]
  /** The read models that have not stopped, but whose first missing event was recorded more than `seconds` ago. */
  lateBy(seconds: number): Promise<readonly ProjectionName[]>
  /**
   * Calls back after each batch that was folded; returns a function that unsubscribes. `null`: some may have been
   * missed.
   */
  onProjected(callback: (announcement: Announcement | null) => void): () => void
  close(): Promise<void>
}

const WAIT_MS = 2_000
/**
 * Read models normally lag by moments. A longer wait may be for an event that does not exist, so the store is asked.
 */
const CHECK_STORE_AFTER_MS = 100

/** Open one per process: it hears of every batch that is folded. */
export async function openFreshReads(options: {
  readonly url: string
  readonly notifications: Pick<Notifications, 'on'>
  readonly store: Pick<EventStore, 'logId' | 'comparePositions' | 'lastPosition' | 'readAll'>
}): Promise<FreshReads> {
  const { url, notifications, store } = options
  const pool = openPool(url, { max: 2, name: 'fairbook fresh reads' })
  const progress = new ProjectionProgress(pool, store)
  const history = new TokenHistory(pool, store, progress)
  let reloaded = Promise.resolve()
  const stopListening = await notifications.on([PROJECTED], {
    onMessage: (_, payload) => progress.announced(announcementIn(payload)),
    onConnect: () => {
      reloaded = progress.reload({ missed: true })
      reloaded.catch(() => undefined)
    },
  })
  // subscribers from here on hear of what comes, not of the state at the start
  await reloaded
  return {
    async waitForPosition(text, { projections = PROJECTIONS, timeoutMs = WAIT_MS } = {}) {
      const token = decodePosition(text)
      if (token === null || token.logId !== store.logId) throw new UnknownPosition('this is no position of the ledger')
      if (!progress.hasReached(token.position, projections)) {
        const inLog = () => history.expectInLog(token)
        await waitUntilReached(token.position, projections, timeoutMs, progress, inLog)
      }
      await history.expectSameHistory(token)
    },
    isInAll(text) {
      const token = decodePosition(text)
      return token !== null && progress.isInAll(token.position)
    },
    async hasWholeLog(projections) {
      const last = await store.lastPosition()
      try {
        if (last !== null && !progress.hasReached(last, projections)) {
          await waitUntilReached(last, projections, WAIT_MS, progress)
        }
        return true
      } catch (error) {
        if (error instanceof NotFreshYet || error instanceof ReadModelFailed) return false
        throw error
      }
    },
    projectionHealth: () => progress.health(),
    async lateBy(seconds) {
      const late = await lateIn(progress, store, seconds)
      if (late.length === 0) return []
      // announcements may have been lost
      await progress.reload({ missed: false })
      return lateIn(progress, store, seconds)
    },
    onProjected: (callback) => progress.onProjected(callback),
    async close() {
      stopListening()
      await pool.end()
    },
  }
}

async function lateIn(
  progress: ProjectionProgress,
  store: Pick<EventStore, 'comparePositions' | 'lastPosition' | 'readAll'>,
  seconds: number,
): Promise<readonly ProjectionName[]> {
  const last = await store.lastPosition()
  if (last === null) return []
  const behind = progress
    .health()
    .filter(
      ({ position, failed }) => failed === null && (position === null || store.comparePositions(position, last) < 0),
    )
  // nearly all are at the same event
  const positions = [...new Set(behind.map(({ position }) => position))]
  const late = await Promise.all(
    positions.map(async (position) => ((await secondsBehind(store, position)) > seconds ? [position] : [])),
  )
  return behind.filter(({ position }) => late.flat().includes(position)).map(({ projection }) => projection)
}

async function waitUntilReached(
  position: Position,
  needed: readonly ProjectionName[],
  timeoutMs: number,
  progress: ProjectionProgress,
  inLog: () => Promise<void> = async () => undefined,
): Promise<void> {
  const reached = Promise.withResolvers<boolean>()
  const unsubscribe = progress.onChange(() => {
    try {
      if (progress.hasReached(position, needed)) reached.resolve(true)
    } catch (error) {
      reached.reject(error)
    }
  })
  const timeout = setTimeout(() => reached.resolve(false), timeoutMs)
  const storeCheck = setTimeout(() => inLog().catch(reached.reject), CHECK_STORE_AFTER_MS)
  try {
    if (await reached.promise) return
  } finally {
    clearTimeout(timeout)
    clearTimeout(storeCheck)
    unsubscribe()
  }
  // the announcement may have been lost with a connection whose loss was not noticed yet
  await progress.reload({ missed: false })
  if (!progress.hasReached(position, needed)) throw new NotFreshYet('the read models are behind')
}
