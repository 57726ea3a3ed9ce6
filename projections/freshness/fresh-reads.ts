// How fresh the read models are: reads that wait for a write, and whether a read model has stopped.
import type pg from 'pg'
import type { EventStore } from '#services/event-store/port.ts'
import { listen } from '#services/platform/database/listen.ts'
import { openPool } from '#services/platform/database/pool.ts'
import { PROJECTIONS, type ProjectionName } from '../projection.ts'
import { type Announcement, PROJECTED } from '../runner/announcement.ts'
import { readCheckpoints } from '../runner/checkpoint.ts'
import { decodePosition, type PositionToken } from './position-token.ts'

/** The read models did not come as far within the time given: 503, try again. */
export class NotFreshYet extends Error {
  override readonly name = 'NotFreshYet'
}
/** A read model that the read needs has stopped before that event, and will not come as far by itself: 503. */
export class ReadModelFailed extends Error {
  override readonly name = 'ReadModelFailed'
}
/** No token of this log, of a history that this log does not have (any more), or of an event beyond its end: 400. */
export class UnknownPosition extends Error {
  override readonly name = 'UnknownPosition'
}

/** `failed`: the event it stopped at and why; null while it folds. `number`: ledger number of the last event folded. */
export type ProjectionHealth = {
  readonly projection: ProjectionName
  readonly number: number
  readonly position: string | null
  readonly failed: string | null
}

export type WaitOptions = {
  /** The read models that the read looks at; all, where not said. */
  readonly projections?: readonly ProjectionName[]
  readonly timeoutMs?: number
}

export interface FreshReads {
  /**
   * Resolves when the read models have the token's event. Throws NotFreshYet after `timeoutMs` (2 s), ReadModelFailed,
   * UnknownPosition.
   */
  waitForPosition(token: string, options?: WaitOptions): Promise<void>
  /** As of the last announcement: a row for each read model. Empty before the projector ran for the first time. */
  projectionHealth(): readonly ProjectionHealth[]
  /** Calls back after each batch that was folded; returns how to stop that. `null`: some may have been missed. */
  onProjected(callback: (announcement: Announcement | null) => void): () => void
  close(): Promise<void>
}

type Known = { position: string | null; hash: string | null; number: number; failed: string | null }
type Waiter = { readonly token: PositionToken; readonly needed: readonly ProjectionName[]; check(): void }

const WAIT_MS = 2_000
/** Read models lag by moments. Who waits for longer may be waiting for what will never come: the store knows. */
const ASK_STORE_AFTER_MS = 100
/** Tokens that were found in the log: a session sends the same one with many reads. */
const REMEMBERED_TOKENS = 1_000

/** One for each process: it holds the process's one connection that listens. */
export async function openFreshReads(options: {
  readonly url: string
  readonly store: Pick<EventStore, 'logId' | 'comparePositions' | 'lastPosition'>
}): Promise<FreshReads> {
  const pool = openPool(options.url, { max: 2, name: 'fairbook fresh reads' })
  const reads = new Reads(pool, options.store)
  const listener = await listen(options.url, [PROJECTED], (_, payload) => reads.heard(payload), {
    onConnect: () => void reads.reload({ missed: true }).catch(() => undefined),
  })
  await reads.reload({ missed: true })
  return {
    waitForPosition: (token, wait) => reads.wait(token, wait),
    projectionHealth: () => reads.health(),
    onProjected: (callback) => reads.onProjected(callback),
    async close() {
      await listener.close()
      await pool.end()
    },
  }
}

class Reads {
  readonly #pool: pg.Pool
  readonly #store: Pick<EventStore, 'logId' | 'comparePositions' | 'lastPosition'>
  readonly #known = new Map<ProjectionName, Known>()
  readonly #waiters = new Set<Waiter>()
  readonly #callbacks = new Set<(announcement: Announcement | null) => void>()
  readonly #found = new Map<string, string>()

  constructor(pool: pg.Pool, store: Pick<EventStore, 'logId' | 'comparePositions' | 'lastPosition'>) {
    this.#pool = pool
    this.#store = store
  }

  heard(payload: string): void {
    const announcement = JSON.parse(payload) as Announcement
    if (announcement.partial) void this.reload({ missed: true }).catch(() => undefined)
    else {
      const { position, hash, number } = announcement
      for (const name of PROJECTIONS) this.#known.set(name, { position, hash, number, failed: null })
      this.#checkAll()
    }
    for (const callback of this.#callbacks) callback(announcement)
  }

  /**
   * The checkpoints as stored: after a lost connection, where the read models stand apart, and where a read waited in vain.
   * Announcements were missed where `missed` says so, or a read model has come further than was heard.
   */
  async reload({ missed }: { missed: boolean }): Promise<void> {
    const stored = await readCheckpoints(this.#pool, PROJECTIONS, { schema: 'app' })
    let isNews = missed
    for (const { projection, position, hash, number, failed, logId } of stored) {
      if (logId !== this.#store.logId) continue
      isNews ||= this.#known.get(projection)?.position !== position
      this.#known.set(projection, { position, hash, number, failed })
    }
    this.#checkAll()
    if (isNews) for (const callback of this.#callbacks) callback(null)
  }

  #checkAll(): void {
    for (const waiter of this.#waiters) waiter.check()
  }

  health(): readonly ProjectionHealth[] {
    return [...this.#known].map(([projection, { number, position, failed }]) => ({
      projection,
      number,
      position,
      failed,
    }))
  }

  onProjected(callback: (announcement: Announcement | null) => void): () => void {
    this.#callbacks.add(callback)
    return () => this.#callbacks.delete(callback)
  }

  async wait(text: string, options: WaitOptions = {}): Promise<void> {
    const token = decodePosition(text)
    if (token === null || token.logId !== this.#store.logId)
      throw new UnknownPosition('this is no position of the ledger')
    const needed = options.projections ?? PROJECTIONS
    if (!this.#has(token, needed)) await this.#until(token, needed, options.timeoutMs ?? WAIT_MS)
    await this.#expectSameHistory(token)
  }

  #has(token: PositionToken, needed: readonly ProjectionName[]): boolean {
    const behind = needed.filter((name) => {
      const position = this.#known.get(name)?.position ?? null
      return position === null || this.#store.comparePositions(position, token.position) < 0
    })
    const failed = behind.find((name) => this.#known.get(name)?.failed)
    if (failed !== undefined) throw new ReadModelFailed(`${failed} stopped at ${this.#known.get(failed)?.failed}`)
    return behind.length === 0
  }

  async #until(token: PositionToken, needed: readonly ProjectionName[], timeoutMs: number): Promise<void> {
    const arrived = Promise.withResolvers<boolean>()
    const check = () => {
      try {
        if (this.#has(token, needed)) arrived.resolve(true)
      } catch (error) {
        arrived.reject(error)
      }
    }
    const waiter: Waiter = { token, needed, check }
    this.#waiters.add(waiter)
    const timer = setTimeout(() => arrived.resolve(false), timeoutMs)
    const asking = setTimeout(() => this.#expectInLog(token).catch(arrived.reject), ASK_STORE_AFTER_MS)
    try {
      if (await arrived.promise) return
    } finally {
      clearTimeout(timer)
      clearTimeout(asking)
      this.#waiters.delete(waiter)
    }
    // the announcement may have been lost with a connection that nobody has missed yet
    await this.reload({ missed: false })
    if (!this.#has(token, needed)) throw new NotFreshYet('the read models are behind')
  }

  /** Another process may have written what this one has not heard of: only the store says where the log ends. */
  async #expectInLog({ position }: PositionToken): Promise<void> {
    const last = await this.#store.lastPosition().catch(() => undefined)
    // a store that does not answer leaves the read to its patience
    if (last === undefined) return
    if (last === null || this.#store.comparePositions(last, position) < 0)
      throw new UnknownPosition('the ledger has not come to this position')
  }

  /** A log that lost its end and grew again has other events where the token points. */
  async #expectSameHistory({ position, hash }: PositionToken): Promise<void> {
    const known = this.#known.get('audit')
    const found =
      known?.position === position ? known.hash : (this.#found.get(position) ?? (await this.#find(position)))
    if (found !== null && found !== hash) throw new UnknownPosition('the ledger has another event at this position')
  }

  /** Null where the audit trail has not come so far: there is nothing to compare with. */
  async #find(position: string): Promise<string | null> {
    const { rows } = await this.#pool.query<{ hash: string }>({
      name: 'hash_at',
      text: 'select hash from app.audit where position = $1',
      values: [position],
    })
    const hash = rows[0]?.hash
    if (hash === undefined) {
      const trail = this.#known.get('audit')?.position ?? null
      if (trail === null || this.#store.comparePositions(trail, position) < 0) return null
      throw new UnknownPosition('the ledger has no event at this position')
    }
    if (this.#found.size >= REMEMBERED_TOKENS) this.#found.delete(this.#found.keys().next().value!)
    this.#found.set(position, hash)
    return hash
  }
}
