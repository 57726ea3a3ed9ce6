// Read models that stand at the same event are folded together, in a lane. One that lags (it failed, or is new) has a
// lane of its own until it has caught up with another, so it never holds the others back.
import { setTimeout as pause } from 'node:timers/promises'
import type pg from 'pg'
import { UnknownEvent } from '#domain/upcast.ts'
import {
  type EventStore,
  LogIdentityMismatch,
  type StoredEvent,
  type Subscription,
} from '#services/event-store/port.ts'
import { type LedgerEvent, readEvent } from '../event.ts'
import type { Projection, ProjectionName } from '../projection.ts'
import { announce, PROJECTED } from './announcement.ts'
import { applyBatch, CheckpointMoved, describe, type Failure, fail } from './batch.ts'
import { type Checkpoint, checkpointAt } from './checkpoint.ts'

export type Lane = { readonly checkpoint: Checkpoint; readonly projections: readonly Projection[] }

export type LanesOptions = {
  readonly client: pg.Client
  readonly store: EventStore
  readonly lanes: readonly Lane[]
  /** A read model stopped. The others go on. */
  readonly failed: (failure: Failure) => void
}

type RunningLane = {
  checkpoint: Checkpoint
  projections: readonly Projection[]
  subscription: Promise<Subscription> | null
  closed: boolean
}

/** Folds until `stop`, or until `done` rejects: with CheckpointMoved, LogIdentityMismatch or a lost connection. */
export class Lanes {
  readonly #options: LanesOptions
  readonly #lanes: RunningLane[]
  /** The one connection writes one batch at a time. */
  #turn: Promise<unknown> = Promise.resolve()
  #stopped = false
  #folded = 0
  readonly #failed = new Set<ProjectionName>()
  #healthCheck: NodeJS.Timeout | undefined
  readonly #ended = Promise.withResolvers<void>()

  constructor(options: LanesOptions) {
    this.#options = options
    this.#lanes = options.lanes.map((lane) => ({ ...lane, subscription: null, closed: false }))
    // rejections are for whoever awaits `done`, before or after
    this.#ended.promise.catch(() => undefined)
  }

  /** Resolves when it was stopped, rejects where it cannot go on. */
  get done(): Promise<void> {
    return this.#ended.promise
  }

  /** Events folded since the start. */
  get folded(): number {
    return this.#folded
  }

  start(): void {
    for (const lane of [...this.#lanes]) {
      const handle = async (page: StoredEvent[]) => {
        const begin = performance.now()
        await this.#inTurn(() => this.#handle(lane, page))
        if (page.length >= BUSY_FROM && page.length < FULL_ENOUGH) await this.#rest(begin + GATHER_MS)
      }
      lane.subscription = this.#options.store.subscribe(lane.checkpoint.position, handle, (error) => {
        if (!lane.closed) this.#end(error)
      })
      lane.subscription.catch((error: unknown) => this.#end(error))
    }
    const check = () => this.#inTurn(() => this.#lookForHealed()).catch((error: unknown) => this.#end(error))
    this.#healthCheck = setInterval(check, HEALTHY_AFTER_MS)
  }

  /** At a high rate the next batch is let grow: an event more in it costs far less than a batch more. */
  async #rest(until: number): Promise<void> {
    const ms = until - performance.now()
    if (ms > 1 && !this.#stopped) await pause(ms)
  }

  /** Lets the batch under way finish. */
  async stop(): Promise<void> {
    this.#stopped = true
    clearInterval(this.#healthCheck)
    await Promise.allSettled(this.#lanes.map((lane) => this.#close(lane)))
    await this.#turn.catch(() => undefined)
    this.#ended.resolve()
  }

  #end(error: unknown): void {
    this.#stopped = true
    clearInterval(this.#healthCheck)
    for (const lane of this.#lanes) void this.#close(lane).catch(() => undefined)
    this.#ended.reject(error)
  }

  async #close(lane: RunningLane): Promise<void> {
    lane.closed = true
    await (await lane.subscription)?.close()
  }

  #inTurn(work: () => Promise<void>): Promise<void> {
    const turn = this.#turn.then(async () => {
      if (!this.#stopped) await work()
    })
    this.#turn = turn.catch(() => undefined)
    return turn
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
    ahead.projections = [...ahead.projections, ...lane.projections]
    this.#retire(lane)
  }

  /** Not awaited: the subscription ends only after the handler that is running now. */
  #retire(lane: RunningLane): void {
    void this.#close(lane).catch(() => undefined)
    this.#lanes.splice(this.#lanes.indexOf(lane), 1)
  }

  async #fold(lane: RunningLane, page: readonly StoredEvent[]): Promise<void> {
    const { client, store } = this.#options
    const { events, unreadable } = read(page, lane.checkpoint.number + 1)
    if (events.length > 0) {
      const failures = await applyBatch(client, store.logId, lane.projections, lane.checkpoint, events)
      const last = events.at(-1)!
      lane.checkpoint = checkpointAt(last)
      this.#folded += events.length
      this.#drop(lane, failures)
      if (lane.projections.length > 0) {
        const text = announce(events, lane.projections.length)
        // lost with the connection, at which everybody reads the checkpoints again
        client.query({ name: 'announce', text: NOTIFY, values: [text] }).catch(() => undefined)
      }
    }
    if (unreadable !== null) {
      const failures: Failure[] = []
      for (const projection of lane.projections) {
        failures.push(await fail(client, projection, lane.checkpoint, unreadable))
      }
      this.#drop(lane, failures)
    }
  }

  /** A rebuild takes a failed read model past the event it stopped at: then everything begins from the checkpoints. */
  async #lookForHealed(): Promise<void> {
    if (this.#failed.size === 0) return
    const { rowCount } = await this.#options.client.query(
      'select 1 from projection_checkpoint where projection = any($1::text[]) and failed is null',
      [[...this.#failed]],
    )
    if (rowCount !== 0) throw new CheckpointMoved('a failed read model was rebuilt')
  }

  #drop(lane: RunningLane, failures: readonly Failure[]): void {
    if (failures.length === 0) return
    const stopped = new Set(failures.map((failure) => failure.projection))
    lane.projections = lane.projections.filter((projection) => !stopped.has(projection))
    for (const failure of failures) {
      this.#failed.add(failure.projection.name)
      this.#options.failed(failure)
    }
    if (lane.projections.length === 0) this.#retire(lane)
  }
}

const HEALTHY_AFTER_MS = 1_000
/** Batches of so many events begin at least so far apart; smaller ones, at a low rate, at once. */
const BUSY_FROM = 20
const FULL_ENOUGH = 500
const GATHER_MS = 60
const NOTIFY = `select pg_notify('${PROJECTED}', $1)`

/** The events of a page as far as they can be read, and why not further. `number`: of the first. */
function read(
  page: readonly StoredEvent[],
  number: number,
): { readonly events: LedgerEvent[]; readonly unreadable: string | null } {
  const events: LedgerEvent[] = []
  for (const [index, stored] of page.entries()) {
    try {
      events.push(readEvent(stored, number + index))
    } catch (error) {
      if (!(error instanceof UnknownEvent || error instanceof SyntaxError)) throw error
      return { events, unreadable: describe({ ...stored, number: number + index } as never, error.message) }
    }
  }
  return { events, unreadable: null }
}
