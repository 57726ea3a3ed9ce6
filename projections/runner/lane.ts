// One lane: read models at the same event, folded together.
import type pg from 'pg'
import type { EventStore, StoredEvent, Subscription } from '#services/event-store/port.ts'
import type { Projection } from '../projection.ts'
import { announce, PROJECTED } from './announcement.ts'
import { applyBatch, type Failure, markFailed } from './apply-batch.ts'
import { type Checkpoint, checkpointAt } from './checkpoint.ts'
import { readPage } from './read-page.ts'

export type Lane = { readonly checkpoint: Checkpoint; readonly projections: readonly Projection[] }

const NOTIFY = `select pg_notify('${PROJECTED}', $1)`

export class RunningLane {
  checkpoint: Checkpoint
  projections: readonly Projection[]
  subscription: Promise<Subscription> | null = null
  closed = false

  constructor({ checkpoint, projections }: Lane) {
    this.checkpoint = checkpoint
    this.projections = projections
  }

  async close(): Promise<void> {
    this.closed = true
    await (await this.subscription)?.close()
  }

  /** Folds the events that follow its checkpoint. Returns the read models that failed, which are no longer in the lane. */
  async fold(client: pg.Client, store: EventStore, page: readonly StoredEvent[]): Promise<Failure[]> {
    const { events, unreadable } = readPage(page, this.checkpoint.number + 1)
    const failures: Failure[] = []
    if (events.length > 0) {
      failures.push(...(await applyBatch(client, store.logId, this.projections, this.checkpoint, events)))
      this.checkpoint = checkpointAt(events.at(-1)!)
      this.#remove(failures)
      if (this.projections.length > 0) {
        const text = announce(events, this.projections.length)
        // if it is lost, so is the connection, after which every process reads the checkpoints again
        client.query({ name: 'announce', text: NOTIFY, values: [text] }).catch(() => undefined)
      }
    }
    if (unreadable !== null) {
      for (const projection of this.projections) {
        failures.push(await markFailed(client, projection, this.checkpoint, unreadable))
      }
      this.#remove(failures)
    }
    return failures
  }

  #remove(failures: readonly Failure[]): void {
    const failed = new Set(failures.map((failure) => failure.projection))
    this.projections = this.projections.filter((projection) => !failed.has(projection))
  }
}
