// One lane: read models at the same event, folded together. Under load the trailing ones are some moments behind, and
// are given their events in parallel, on another connection.
import type pg from 'pg'
import type { EventStore, StoredEvent, Subscription } from '#services/event-store/port.ts'
import { MANY_EVENTS, RecentCount } from '#services/platform/process/recent-count.ts'
import { inSpan } from '#services/platform/tracing/spans.ts'
import type { LedgerEvent } from '../../event.ts'
import { type Projection, TRAILING } from '../../projection.ts'
import { announce, PROJECTED } from '../announcement.ts'
import { applyBatch, type Failure, markFailed } from '../apply-batch.ts'
import { type Checkpoint, checkpointAt } from '../checkpoint.ts'
import { beginFold } from '../fold-span.ts'
import { readPage } from '../read-page.ts'

export type Lane = { readonly checkpoint: Checkpoint; readonly projections: readonly Projection[] }

const NOTIFY = `select pg_notify('${PROJECTED}', $1)`
/**
 * Trailing read models are given what is held for them when it has `events` events, and after `ms` at the latest.
 * `far`: so many events that the leading ones wait until the trailing ones have them.
 */
export type HeldLimits = { readonly events: number; readonly ms: number; readonly far: number }
const HELD: HeldLimits = { events: 2_000, ms: 250, far: 4_000 }

const trails = ({ name }: Projection): boolean => TRAILING.has(name)
const leads = (projection: Projection): boolean => !trails(projection)

export class RunningLane {
  checkpoint: Checkpoint
  projections: readonly Projection[]
  subscription: Promise<Subscription> | null = null
  closed = false
  /** The timer until the trailing read models are given what is held for them. */
  trailing: NodeJS.Timeout | undefined
  /**
   * Events up to the checkpoint that the trailing read models do not have and are not being given, and the last event
   * before them.
   */
  #held: LedgerEvent[] = []
  #heldFrom: Checkpoint
  #heldSince = 0
  #isGiving = false
  /** Whether many events came lately. */
  #isBusy = false
  readonly #lately = new RecentCount()
  readonly #limits: HeldLimits

  constructor({ checkpoint, projections }: Lane, limits: HeldLimits = HELD) {
    this.#limits = limits
    this.checkpoint = checkpoint
    this.#heldFrom = checkpoint
    this.projections = projections
  }

  async close(): Promise<void> {
    this.closed = true
    await (await this.subscription)?.close()
  }

  /**
   * Milliseconds until the trailing read models are to be given what is held for them; null if nothing is held, or they
   * are being given something.
   */
  get trailsIn(): number | null {
    if (this.#isGiving || !this.holds) return null
    const { events, ms } = this.#limits
    if (!this.#isBusy || this.#held.length >= events) return 0
    return Math.max(0, this.#heldSince + ms - performance.now())
  }

  get holds(): boolean {
    return this.#held.length > 0
  }

  /** Whether the leading read models have to wait for the trailing ones, because held events take memory. */
  get trailsFar(): boolean {
    return this.#held.length >= this.#limits.far
  }

  /**
   * Folds the events after its checkpoint; if there were many lately, the trailing read models are given them later.
   * `failures`: the read models that failed, which have left the lane. `unreadable`: why none of them can go on, or
   * null.
   */
  async fold(
    client: pg.Client,
    store: EventStore,
    page: readonly StoredEvent[],
  ): Promise<{ readonly failures: readonly Failure[]; readonly unreadable: string | null }> {
    this.#isBusy = this.#lately.add(page.length) >= MANY_EVENTS
    const { events, unreadable } = readPage(page, this.checkpoint.number + 1)
    if (events.length === 0) return { failures: [], unreadable }
    const from = this.checkpoint
    const isBehind = this.#isGiving || this.holds
    const apart = isBehind || (this.#isBusy && this.projections.some(leads) && this.projections.some(trails))
    const failures = await this.#apply(
      client,
      store,
      apart ? this.projections.filter(leads) : this.projections,
      from,
      events,
    )
    if (apart) this.#hold(events, from)
    this.checkpoint = checkpointAt(events.at(-1)!)
    return { failures, unreadable }
  }

  #hold(events: readonly LedgerEvent[], from: Checkpoint): void {
    if (!this.holds) {
      this.#heldFrom = from
      this.#heldSince = performance.now()
    }
    this.#held.push(...events)
  }

  /**
   * Gives the trailing read models what is held for them; not to be called while they are being given something.
   * Returns the read models that failed.
   */
  async trail(client: pg.Client, store: EventStore): Promise<Failure[]> {
    const events = this.#held
    if (events.length === 0) return []
    this.#held = []
    this.#isGiving = true
    try {
      return await this.#apply(client, store, this.projections.filter(trails), this.#heldFrom, events)
    } finally {
      this.#isGiving = false
    }
  }

  /**
   * For an unreadable next event, once the trailing read models have everything before it. Returns the read models of
   * the lane, which have all failed.
   */
  async stopAt(client: pg.Client, unreadable: string): Promise<Failure[]> {
    const failures: Failure[] = []
    for (const projection of this.projections) {
      failures.push(await markFailed(client, projection, this.checkpoint, unreadable))
    }
    this.#remove(failures)
    return failures
  }

  async #apply(
    client: pg.Client,
    store: EventStore,
    projections: readonly Projection[],
    from: Checkpoint,
    events: readonly LedgerEvent[],
  ): Promise<Failure[]> {
    const fold = () => applyBatch(client, store.logId, projections, from, events)
    const failures = await inSpan(beginFold(events, projections.length), fold)
    this.#remove(failures)
    const folded = projections.filter((projection) => this.projections.includes(projection))
    if (folded.length > 0) {
      const text = announce(
        events,
        folded.map(({ name }) => name),
      )
      // if this is lost the connection ends, and the next leader makes up for it: see BEGAN
      client.query({ name: 'announce', text: NOTIFY, values: [text] }).catch(() => client.end().catch(() => undefined))
    }
    return failures
  }

  #remove(failures: readonly Failure[]): void {
    const failed = new Set(failures.map((failure) => failure.projection))
    this.projections = this.projections.filter((projection) => !failed.has(projection))
  }
}
