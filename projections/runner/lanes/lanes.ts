// Read models at the same event are folded together, in a lane. One that lags behind (it failed, or is new) has a lane
// of its own until it has caught up with another, so it never holds up the others. While there is much to fold,
// trailing read models (see TRAILING) are given the events of several batches together, on a connection of their own,
// so that the leading ones do not wait for them. Each connection writes one batch at a time, and each batch moves the
// checkpoints of its read models from where it begins, or writes nothing: so neither connection can write what the
// other, or another leader, has written.
import { setTimeout as pause } from 'node:timers/promises'
import type pg from 'pg'
import { type EventStore, LogIdentityMismatch, type StoredEvent } from '#services/event-store/port.ts'
import type { ProjectionName } from '../../projection.ts'
import type { Failure } from '../apply-batch.ts'
import { CheckpointMoved } from '../write-batch.ts'
import { type HeldLimits, type Lane, RunningLane } from './lane.ts'
import { Turns } from './turns.ts'

export type { Lane }

export type LanesOptions = {
  readonly client: pg.Client
  /** Another connection, for trailing read models: opened for the first batch of theirs, and ended here. */
  readonly connectToTrail: () => Promise<pg.Client>
  readonly store: EventStore
  readonly lanes: readonly Lane[]
  readonly held?: HeldLimits
  /** A read model stopped; the others continue. */
  readonly onFailure: (failure: Failure) => void
}

/** How often failed read models are checked for a rebuild. */
const HEALTH_CHECK_MS = 1_000
/** Batches of at least `from` events start at least `ms` apart; full ones at once. */
const GATHER = { some: { from: 20, ms: 60 }, many: { from: 60, ms: 120 } } as const
const FULL_BATCH = 500
/** After a smaller batch the next one waits as long as that took, but no longer than this. */
const REST_MS = 10

/** Milliseconds from the start of a batch to that of the next. */
export function apartMs(events: number, tookMs: number): number {
  if (events >= GATHER.many.from) return GATHER.many.ms
  if (events >= GATHER.some.from) return GATHER.some.ms
  return tookMs + Math.min(tookMs, REST_MS)
}

/** Folds until `stop`, or until `done` rejects: with CheckpointMoved, LogIdentityMismatch or a lost connection. */
export class Lanes {
  readonly #options: LanesOptions
  readonly #lanes: RunningLane[]
  /** Turns on the connection of the leading read models. */
  readonly #leading = new Turns()
  /**
   * Turns on the connection of the trailing read models. Work in a turn of the leading ones may wait for one of these,
   * but never the other way round.
   */
  readonly #trailing = new Turns()
  #trailingClient: pg.Client | null = null
  #stopped = false
  #folded = 0
  readonly #failed = new Set<ProjectionName>()
  #healthCheck: NodeJS.Timeout | undefined
  readonly #ended = Promise.withResolvers<void>()

  constructor(options: LanesOptions) {
    this.#options = options
    this.#lanes = options.lanes.map((lane) => new RunningLane(lane, options.held))
    // `done` may be awaited after it has rejected
    this.#ended.promise.catch(() => undefined)
  }

  /** Resolves when it was stopped, rejects if it cannot continue. */
  get done(): Promise<void> {
    return this.#ended.promise
  }

  /** Events folded since the start. */
  get folded(): number {
    return this.#folded
  }

  start(): void {
    for (const lane of [...this.#lanes]) this.#subscribe(lane)
    const check = () => this.#inTurn(() => this.#checkForRebuilt()).catch((error: unknown) => this.#end(error))
    this.#healthCheck = setInterval(check, HEALTH_CHECK_MS)
  }

  /** Adds read models that were built beside the others: they catch up in a lane of their own, then join another. */
  add(lane: Lane): Promise<void> {
    return this.#inTurn(async () => {
      for (const { name } of lane.projections) this.#failed.delete(name)
      const added = new RunningLane(lane, this.#options.held)
      this.#lanes.push(added)
      this.#subscribe(added)
    })
  }

  /** Stops folding into a read model. */
  remove(name: ProjectionName): Promise<void> {
    const remove = async () => {
      for (const lane of [...this.#lanes]) {
        lane.projections = lane.projections.filter((projection) => projection.name !== name)
        if (lane.projections.length === 0) this.#retire(lane)
      }
    }
    return this.#inTurn(() => this.#trailing.take(remove))
  }

  #subscribe(lane: RunningLane): void {
    const handle = async (page: StoredEvent[]) => {
      const start = performance.now()
      await this.#inTurn(() => this.#handle(lane, page))
      this.#trailLater(lane)
      if (page.length < FULL_BATCH) await this.#pauseUntil(start + apartMs(page.length, performance.now() - start))
    }
    lane.subscription = this.#options.store.subscribe(lane.checkpoint.position, handle, (error) => {
      if (!lane.closed) this.#end(error)
    })
    lane.subscription.catch((error: unknown) => this.#end(error))
  }

  /** Gives the trailing read models what is held for them in time, whether or not more events come. */
  #trailLater(lane: RunningLane): void {
    const ms = lane.trailsIn
    clearTimeout(lane.trailing)
    if (ms === null || this.#stopped) return
    const trail = async () => {
      await this.#trail(lane)
      this.#trailLater(lane)
    }
    lane.trailing = setTimeout(() => void trail().catch((error: unknown) => this.#end(error)), ms)
  }

  /** Gives the trailing read models of a lane what is held for them. */
  #trail(lane: RunningLane): Promise<void> {
    return this.#trailing.take(async () => {
      if (this.#stopped || !lane.holds) return
      this.#trailingClient ??= await this.#connectToTrail()
      this.#failures(await lane.trail(this.#trailingClient, this.#options.store))
    })
  }

  async #connectToTrail(): Promise<pg.Client> {
    const client = await this.#options.connectToTrail()
    // nobody may have announced what it folded last: the next leader makes up for it
    client.once('end', () => {
      if (!this.#stopped) this.#end(new Error('the connection of read models that trail was lost'))
    })
    return client
  }

  /** At a high rate the next batch is given time to grow: one more event costs far less than one more batch. */
  async #pauseUntil(end: number): Promise<void> {
    const ms = end - performance.now()
    if (ms > 1 && !this.#stopped) await pause(ms)
  }

  /** Lets the current batch finish. */
  async stop(): Promise<void> {
    this.#halt()
    await Promise.allSettled(this.#lanes.map((lane) => lane.close()))
    await this.#leading.ended()
    await this.#trailing.ended()
    await this.#trailingClient?.end().catch(() => undefined)
    this.#ended.resolve()
  }

  #halt(): void {
    this.#stopped = true
    clearInterval(this.#healthCheck)
    for (const lane of this.#lanes) clearTimeout(lane.trailing)
  }

  #end(error: unknown): void {
    this.#halt()
    for (const lane of this.#lanes) void lane.close().catch(() => undefined)
    this.#ended.reject(error)
  }

  #inTurn(work: () => Promise<void>): Promise<void> {
    return this.#leading.take(async () => {
      if (!this.#stopped) await work()
    })
  }

  async #handle(lane: RunningLane, page: readonly StoredEvent[]): Promise<void> {
    if (lane.closed) return
    const ahead = this.#lanes.find(
      (other) =>
        other !== lane &&
        !other.closed &&
        other.checkpoint.number >= lane.checkpoint.number &&
        other.checkpoint.number <= lane.checkpoint.number + page.length,
    )
    if (ahead === undefined) return this.#fold(lane, page)
    const missing = page.slice(0, ahead.checkpoint.number - lane.checkpoint.number)
    if (missing.length > 0) await this.#fold(lane, missing)
    if (lane.closed) return
    if (lane.checkpoint.position !== ahead.checkpoint.position) {
      throw new LogIdentityMismatch(`the event store has another event ${ahead.checkpoint.number} than the read models`)
    }
    for (const one of [lane, ahead]) await this.#trail(one)
    if (this.#stopped) return
    ahead.projections = [...ahead.projections, ...lane.projections]
    this.#retire(lane)
  }

  async #fold(lane: RunningLane, page: readonly StoredEvent[]): Promise<void> {
    const { client, store } = this.#options
    const before = lane.checkpoint.number
    const { failures, unreadable } = await lane.fold(client, store, page)
    this.#failures(failures)
    this.#folded += lane.checkpoint.number - before
    if (unreadable !== null || lane.trailsFar) await this.#trail(lane)
    if (unreadable !== null && !this.#stopped) this.#failures(await lane.stopAt(client, unreadable))
    if (lane.projections.length === 0) this.#retire(lane)
  }

  #failures(failures: readonly Failure[]): void {
    for (const failure of failures) {
      this.#failed.add(failure.projection.name)
      this.#options.onFailure(failure)
    }
  }

  /** Not awaited, because the subscription ends only after the handler that is running now. */
  #retire(lane: RunningLane): void {
    void lane.close().catch(() => undefined)
    this.#lanes.splice(this.#lanes.indexOf(lane), 1)
  }

  /**
   * A rebuild takes a failed read model past the event that it stopped at; then all lanes restart from the checkpoints.
   */
  async #checkForRebuilt(): Promise<void> {
    if (this.#failed.size === 0) return
    const { rowCount } = await this.#options.client.query(
      'select 1 from projection_checkpoint where projection = any($1::text[]) and failed is null',
      [[...this.#failed]],
    )
    if (rowCount !== 0) throw new CheckpointMoved('a failed read model was rebuilt')
  }
}
