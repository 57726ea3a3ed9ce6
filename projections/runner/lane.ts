// One lane: read models at the same event, folded together. Under load those that trail are some moments behind the others.
import type pg from 'pg'
import type { EventStore, StoredEvent, Subscription } from '#services/event-store/port.ts'
import { MANY_EVENTS, RecentCount } from '#services/platform/process/recent-count.ts'
import { inSpan } from '#services/platform/tracing/spans.ts'
import type { LedgerEvent } from '../event.ts'
import { type Projection, TRAILING } from '../projection.ts'
import { announce, PROJECTED } from './announcement.ts'
import { applyBatch, type Failure, markFailed } from './apply-batch.ts'
import { type Checkpoint, checkpointAt } from './checkpoint.ts'
import { beginFold } from './fold-span.ts'
import { readPage } from './read-page.ts'

export type Lane = { readonly checkpoint: Checkpoint; readonly projections: readonly Projection[] }

const NOTIFY = `select pg_notify('${PROJECTED}', $1)`
/** So many events are held for those that trail, at most for so long. */
const HELD_MAX = 2_000
const HELD_MS = 250

const trails = ({ name }: Projection): boolean => TRAILING.has(name)
const leads = (projection: Projection): boolean => !trails(projection)

export class RunningLane {
  checkpoint: Checkpoint
  projections: readonly Projection[]
  subscription: Promise<Subscription> | null = null
  closed = false
  /** Until those that trail are given what is held for them. */
  trailing: NodeJS.Timeout | undefined
  /** Events up to the checkpoint that those which trail do not have, and the last one that they have. */
  #held: LedgerEvent[] = []
  #heldFrom: Checkpoint
  #heldSince = 0
  readonly #lately = new RecentCount()

  constructor({ checkpoint, projections }: Lane) {
    this.checkpoint = checkpoint
    this.#heldFrom = checkpoint
    this.projections = projections
  }

  async close(): Promise<void> {
    this.closed = true
    await (await this.subscription)?.close()
  }

  /** Milliseconds until those that trail are to be given what is held for them; null where nothing is. */
  get trailsIn(): number | null {
    if (this.#held.length === 0) return null
    return this.#held.length >= HELD_MAX ? 0 : Math.max(0, this.#heldSince + HELD_MS - performance.now())
  }

  /**
   * Folds the events that follow its checkpoint; where there were many lately, those that trail are given them later. Returns the
   * read models that failed, which are no longer in the lane.
   */
  async fold(client: pg.Client, store: EventStore, page: readonly StoredEvent[]): Promise<Failure[]> {
    const hold = this.#lately.add(page.length) >= MANY_EVENTS
    const { events, unreadable } = readPage(page, this.checkpoint.number + 1)
    const failures: Failure[] = []
    if (events.length > 0) {
      const apart = this.#held.length > 0 || (hold && this.projections.some(leads) && this.projections.some(trails))
      if (apart) {
        failures.push(...(await this.#apply(client, store, this.projections.filter(leads), this.checkpoint, events)))
        if (this.#held.length === 0) {
          this.#heldFrom = this.checkpoint
          this.#heldSince = performance.now()
        }
        this.#held.push(...events)
      } else failures.push(...(await this.#apply(client, store, this.projections, this.checkpoint, events)))
      this.checkpoint = checkpointAt(events.at(-1)!)
    }
    if (!hold || unreadable !== null || this.trailsIn === 0) failures.push(...(await this.trail(client, store)))
    if (unreadable !== null) {
      for (const projection of this.projections) {
        failures.push(await markFailed(client, projection, this.checkpoint, unreadable))
      }
      this.#remove(failures)
    }
    return failures
  }

  /** Gives those that trail what is held for them. Returns the read models that failed. */
  async trail(client: pg.Client, store: EventStore): Promise<Failure[]> {
    const events = this.#held
    if (events.length === 0) return []
    this.#held = []
    return this.#apply(client, store, this.projections.filter(trails), this.#heldFrom, events)
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
      // where it is lost the connection ends, and who leads next says so: see BEGAN
      client.query({ name: 'announce', text: NOTIFY, values: [text] }).catch(() => client.end().catch(() => undefined))
    }
    return failures
  }

  #remove(failures: readonly Failure[]): void {
    const failed = new Set(failures.map((failure) => failure.projection))
    this.projections = this.projections.filter((projection) => !failed.has(projection))
  }
}
