// Compares each read model with the replay at the moment when the replay has reached exactly its checkpoint.
import type { Beside } from '../beside/beside.ts'
import type { AskedModel } from '../beside/news.ts'
import type { Findings } from '../findings/findings.ts'
import type { Snapshot } from '../postgres/snapshot.ts'
import type { Replay, Replayed } from '../replay/replay.ts'
import { NotResumable } from '../spill/not-resumable.ts'
import { type Checkpoint, checkCheckpoint, type Reached } from './checkpoints.ts'
import { READ_MODELS } from './models.ts'
import { isOfText, type ReadModel, type ReadModelCheck } from './read-model.ts'

/** The checkpoint of a read model, for the report. */
export type ReadModelPlace = { readonly projection: string; readonly number: number }

export type ToCompare = {
  readonly snapshot: Snapshot
  readonly replay: Replay
  readonly findings: Findings
  /** As they are stored. */
  readonly checkpoints: readonly Checkpoint[]
  /** The read models to compare; null, the default: all. */
  readonly only?: ReadonlySet<string> | null
  /** The ledger number from which rows are compared; not 0 if an audit goes on from an earlier one. */
  readonly from?: number
  /**
   * The thread that compares the read models which need only the events' text; null, the default: they are compared in
   * this one.
   */
  readonly beside?: Beside | null
}

type Pending = { readonly model: ReadModel; readonly checkpoint: Checkpoint; readonly check: ReadModelCheck }

export class Comparison {
  /** By read model that was compared, the number of its rows. */
  readonly compared = new Map<string, number>()
  readonly places: readonly ReadModelPlace[]
  readonly #replay: Replay
  readonly #findings: Findings
  #pending: Pending[]
  /** Those pending that are compared event by event. */
  #following: Pending[]
  /** The smallest checkpoint of those pending. */
  #nextStop: number
  /** The last event that was folded. */
  #last: Reached | null = null
  /**
   * The ledger number of the event at which an earlier audit ended, until read models that stand there are done; then
   * null.
   */
  #endedAt: number | null

  private constructor(pending: Pending[], replay: Replay, findings: Findings, from: number) {
    this.#pending = pending
    this.#endedAt = from === 0 ? null : from - 1
    this.#following = pending.filter(({ check }) => check.event !== undefined)
    this.#nextStop = this.#least()
    this.#replay = replay
    this.#findings = findings
    this.places = pending.map(({ checkpoint: { projection, number } }) => ({ projection, number }))
    replay.state.spill.part('last event that was compared', {
      write: () => this.#last && writtenOf(this.#last),
      read: (last: Reached | null) => {
        this.#last = last
      },
    })
  }

  /** Throws NotResumable if the audit goes on from an earlier one and a read model has not come as far as that. */
  static async begin(asked: ToCompare): Promise<Comparison> {
    const { snapshot, replay, findings, only = null, from = 0, beside = null } = asked
    const { state } = replay
    const checkpoints = checkpointsIn(asked.checkpoints, findings)
    const pending: Pending[] = []
    for (const model of READ_MODELS) {
      const checkpoint = checkpoints.get(model.projection)
      checkpoints.delete(model.projection)
      if (only?.has(model.projection) === false) continue
      if (checkpoint === undefined) {
        findings.gap(`the read model ${model.projection} has no checkpoint: it was never made`)
        continue
      }
      if (from > 0 && checkpoint.number < from - 1) {
        throw new NotResumable(`the read model ${model.projection} has not come as far as the audit before`)
      }
      const check =
        beside?.compare(model.projection, findings) ??
        (await model.begin({ snapshot, findings, spill: state.spill, state, from }))
      pending.push({ model, checkpoint, check })
    }
    // only now, so that Postgres could look for the rows of all of them at the same time
    for (const { check } of pending) await check.ready?.()
    for (const projection of checkpoints.keys()) {
      findings.about(`projection_checkpoint ${projection}`, 'row_extra', 'no such read model', projection)
    }
    return new Comparison(pending, replay, findings, from)
  }

  get rows(): number {
    return this.compared.values().reduce((sum, rows) => sum + rows, 0)
  }

  /** To be called before the event of this ledger number is folded: handles checkpoints whose event is missing. */
  before(number: number): Promise<void> | undefined {
    if (this.#endedAt !== null) return this.#goOn().then(() => this.before(number))
    return number > this.#nextStop && this.#replay.stoppedAt === null ? this.#stop(number - 1, null) : undefined
  }

  /** To be called with each event, in ledger order. Returns a promise only if it must wait. */
  event(replayed: Replayed): Promise<void> | undefined {
    // after an unknown event, nothing is compared
    if (this.#replay.stoppedAt !== null) return undefined
    this.#last = replayed
    let waiting: Promise<unknown> | null = null
    for (const { check } of this.#following) {
      const more = check.event!(replayed)
      if (more !== undefined) waiting = waiting === null ? more : Promise.all([waiting, more])
    }
    const { number } = replayed.row
    if (waiting !== null) return waiting.then(() => this.#stop(number, replayed))
    return number >= this.#nextStop ? this.#stop(number, replayed) : undefined
  }

  /** After the last event. */
  async end(): Promise<void> {
    await this.#goOn()
    if (this.#replay.stoppedAt !== null) {
      for (const { model } of this.#pending) this.#findings.gap(`the read model ${model.projection} was not compared`)
      return
    }
    for (const one of this.#pending) await this.#finish(one, null)
  }

  /** Finishes the read models that stand where the earlier audit ended. */
  async #goOn(): Promise<void> {
    const endedAt = this.#endedAt
    this.#endedAt = null
    if (endedAt !== null) await this.#stop(endedAt, this.#last)
  }

  async #stop(number: number, replayed: Reached | null): Promise<void> {
    if (number < this.#nextStop) return
    const reached = this.#pending.filter(({ checkpoint }) => checkpoint.number <= number)
    this.#pending = this.#pending.filter((one) => !reached.includes(one))
    this.#following = this.#following.filter((one) => !reached.includes(one))
    this.#nextStop = this.#least()
    for (const one of reached) await this.#finish(one, replayed)
  }

  async #finish({ checkpoint, check }: Pending, reached: Reached | null): Promise<void> {
    checkCheckpoint(checkpoint, reached, this.#replay.logId, this.#findings)
    await check.finish(this.#replay.state)
    this.compared.set(checkpoint.projection, check.rows())
  }

  #least(): number {
    return Math.min(...this.#pending.map(({ checkpoint }) => checkpoint.number))
  }
}

/**
 * `least`: the ledger number up to which all read models are compared. `ofText`: those that can be compared with the
 * events' text alone.
 */
export function reached(rows: readonly Checkpoint[]): { readonly least: number; readonly ofText: AskedModel[] } {
  const stored = new Map(rows.map((row) => [row.projection, row.number]))
  const models = READ_MODELS.filter(({ projection }) => stored.has(projection))
  const untilOf = ({ projection }: ReadModel) => stored.get(projection)!
  return {
    least: Math.min(...models.map(untilOf)),
    // a read model that has reached no event is compared before the log is read
    ofText: models
      .filter((model) => isOfText(model) && untilOf(model) >= 0)
      .map((model) => ({ projection: model.projection, until: untilOf(model) })),
  }
}

/** By read model. Reports a second checkpoint of the same read model. */
function checkpointsIn(rows: readonly Checkpoint[], findings: Findings): Map<string, Checkpoint> {
  const checkpoints = new Map<string, Checkpoint>()
  for (const one of rows) {
    const subject = `projection_checkpoint ${one.projection}`
    if (checkpoints.has(one.projection)) findings.about(subject, 'checkpoint_mismatch', 'one row', 'several')
    checkpoints.set(one.projection, one)
  }
  return checkpoints
}

const writtenOf = ({ row: { position, stream, version, hash }, digest }: Reached): Reached => ({
  row: { position, stream, version, hash },
  digest,
})
