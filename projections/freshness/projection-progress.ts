// How far each read model has got, according to the projector's announcements and the stored checkpoints.
import type pg from 'pg'
import type { EventStore } from '#services/event-store/port.ts'
import { PROJECTIONS, type ProjectionName, TRAILING } from '../projection.ts'
import type { Announcement } from '../runner/announcement.ts'
import { readCheckpoints } from '../runner/checkpoint.ts'
import { ReadModelFailed } from './freshness-errors.ts'

/**
 * `failed`: the event that it stopped at and why; null while it folds. `number`: ledger number of the last event
 * folded.
 */
export type ProjectionHealth = {
  readonly projection: ProjectionName
  readonly number: number
  readonly position: string | null
  readonly failed: string | null
}

export type Progress = { position: string | null; hash: string | null; number: number; failed: string | null }

export class ProjectionProgress {
  readonly #pool: pg.Pool
  readonly #store: Pick<EventStore, 'logId' | 'comparePositions'>
  readonly #progress = new Map<ProjectionName, Progress>()
  readonly #onChange = new Set<() => void>()
  readonly #onProjected = new Set<(announcement: Announcement | null) => void>()

  constructor(pool: pg.Pool, store: Pick<EventStore, 'logId' | 'comparePositions'>) {
    this.#pool = pool
    this.#store = store
  }

  /** Handles a notification of the projector. */
  announced(announcement: Announcement): void {
    if (announcement.began) return void this.#read({}).catch(() => undefined)
    const { position, hash, number, partial, folded = partial ? [] : PROJECTIONS } = announcement
    const isBeyond = (name: ProjectionName) => (this.#progress.get(name)?.number ?? -1) > number
    // a late announcement, by another connection or by the leader before, or a crash took rows: the checkpoints tell
    // which
    const isLate = folded.some(isBeyond)
    for (const name of folded) if (!isBeyond(name)) this.#progress.set(name, { position, hash, number, failed: null })
    if (isLate) void this.#read({}).catch(() => undefined)
    else if (isComplete(folded)) this.#changed()
    // projectors of earlier versions do not say which read models have got this far
    else void this.#read(folded.length === 0 ? { missed: true } : { stopped: true }).catch(() => undefined)
    for (const callback of this.#onProjected) callback(announcement)
  }

  /**
   * Reads the stored checkpoints: after a lost connection, and when a read waited in vain. Announcements were missed if
   * `missed` says so, or if a read model has got further than was announced.
   */
  async reload({ missed }: { missed: boolean }): Promise<void> {
    await this.#read({ missed })
  }

  /**
   * `stopped`: only take over read models that have stopped, or had. What the others folded is announced, though
   * perhaps not heard yet, and must not be known before: replies that were cached earlier would be taken for fresh.
   */
  async #read({ missed = false, stopped = false }: { missed?: boolean; stopped?: boolean }): Promise<void> {
    const before = new Map(this.#progress)
    const stored = await readCheckpoints(this.#pool, PROJECTIONS, { schema: 'app' })
    let isNews = missed
    for (const { projection, position, hash, number, failed, logId } of stored) {
      if (logId !== this.#store.logId) continue
      const known = this.#progress.get(projection)
      // announced while the query ran, which saw an older state
      if (known !== undefined && known !== before.get(projection) && known.number > number) continue
      if (stopped && failed === null && known?.failed === null) continue
      isNews ||= (known?.position ?? null) !== position
      this.#progress.set(projection, { position, hash, number, failed })
    }
    this.#changed()
    if (isNews) for (const callback of this.#onProjected) callback(null)
  }

  #changed(): void {
    for (const callback of this.#onChange) callback()
  }

  of(projection: ProjectionName): Progress | undefined {
    return this.#progress.get(projection)
  }

  /** The hash of the event at this position if it is the last event of some read model; otherwise null. */
  hashAt(position: string): string | null {
    for (const last of this.#progress.values()) if (last.position === position) return last.hash
    return null
  }

  health(): readonly ProjectionHealth[] {
    return [...this.#progress].map(([projection, { number, position, failed }]) => ({
      projection,
      number,
      position,
      failed,
    }))
  }

  /** Whether all read models have reached a position. */
  isInAll(position: string): boolean {
    return !PROJECTIONS.some((name) => this.#isBehind(name, position))
  }

  #isBehind(name: ProjectionName, position: string): boolean {
    const reached = this.#progress.get(name)?.position ?? null
    return reached === null || this.#store.comparePositions(reached, position) < 0
  }

  /** Whether all of `needed` have reached a position. Throws ReadModelFailed. */
  hasReached(position: string, needed: readonly ProjectionName[]): boolean {
    const behind = needed.filter((name) => this.#isBehind(name, position))
    const failed = behind.find((name) => this.#progress.get(name)?.failed)
    if (failed !== undefined) throw new ReadModelFailed(`${failed} stopped at ${this.#progress.get(failed)?.failed}`)
    return behind.length === 0
  }

  /** Calls back after each change of the known progress; returns a function that unsubscribes. */
  onChange(callback: () => void): () => void {
    this.#onChange.add(callback)
    return () => this.#onChange.delete(callback)
  }

  /** Calls back after each announcement; `null`: some may have been missed. Returns a function that unsubscribes. */
  onProjected(callback: (announcement: Announcement | null) => void): () => void {
    this.#onProjected.add(callback)
    return () => this.#onProjected.delete(callback)
  }
}

const isTrailing = (name: ProjectionName): boolean => TRAILING.has(name)
const LEADING = PROJECTIONS.filter((name) => !isTrailing(name))

/**
 * Whether these are all read models that are folded together. If not, the checkpoints tell how far the others are, and
 * why.
 */
function isComplete(folded: readonly ProjectionName[]): boolean {
  const expected = folded.length > 0 && folded.every(isTrailing) ? [...TRAILING] : LEADING
  return expected.every((name) => folded.includes(name))
}
