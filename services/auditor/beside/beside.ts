// The folding thread's side of what the reading thread checks. It learns only what was found, and reports that at the
// event at which it would have found it itself. So the report does not depend on the number of threads.
import type { ReadEvent } from '../events/read-event.ts'
import type { EvidenceCheck } from '../evidence/evidence.ts'
import type { Findings, Found } from '../findings/findings.ts'
import type { TextCheck } from '../read-models/read-model.ts'
import type { Fault, SealsTold } from '../seals/seals-told.ts'
import type { SpillOptions } from '../spill/spill.ts'
import { type Asked, type AskedKeeping, type AskedModel, type End, EVIDENCE, type News } from './news.ts'

export class Beside implements SealsTold {
  readonly #inMemory: SpillOptions['inMemory']
  #models: readonly AskedModel[] = []
  #evidence: Asked['evidence'] = null
  #keeping: AskedKeeping | null = null
  /** Why the next audit cannot go on from what the other thread kept; null if it can. */
  notKept: string | null = 'the thread that reads the log has not come as far'
  /** By `nameOf`, until the event is folded. */
  readonly #told = new Map<string, Found>()
  readonly #seals = new Map<string, Fault>()
  readonly #ends = new Map<string, End>()

  constructor({ inMemory }: SpillOptions = {}) {
    this.#inMemory = inMemory
  }

  get asked(): Omit<Asked, 'small'> {
    return { models: this.#models, evidence: this.#evidence, inMemory: this.#inMemory, keeping: this.#keeping }
  }

  /** Sets what the other thread is to do. To be called before the log is read. `newerThan`: see `EvidenceOptions`. */
  ask(models: readonly AskedModel[], newerThan: string | null, keeping: AskedKeeping | null): void {
    this.#models = models
    this.#evidence = { newerThan }
    this.#keeping = keeping
  }

  /** The check of a read model that the other thread compares; null if it was not asked to. */
  compare(projection: string, findings: Findings): TextCheck | null {
    if (!this.#models.some((one) => one.projection === projection)) return null
    return {
      event: (read) => this.#hear(projection, read, findings),
      finish: async () => findings.addAll(this.#endOf(projection).found),
      rows: () => this.#endOf(projection).rows,
    }
  }

  /** The check of prices and messages that the other thread makes. `earlier`: see `EvidenceCheck`. */
  lookUp(findings: Findings, earlier: EvidenceCheck['earlier']): EvidenceCheck {
    const endOf = () => this.#endOf(EVIDENCE)
    return {
      earlier,
      get rows() {
        return endOf().rows
      },
      get olderPrices() {
        return endOf().olderPrices
      },
      event: (read) => this.#hear(EVIDENCE, read, findings),
      end: async () => findings.addAll(endOf().found),
    }
  }

  /** To be called before the events that the news is about are folded. */
  take({ told, seals, ends, kept }: News): void {
    for (const { of, number, found } of told) this.#told.set(nameOf(of, number), found)
    for (const { number, leg, fault } of seals) this.#seals.set(nameOf(number, leg), fault)
    for (const end of ends) this.#ends.set(end.of, end)
    if (kept !== null) this.notKept = kept.failure
  }

  faultOf(number: number, leg: number): Fault | null {
    if (this.#seals.size === 0) return null
    const name = nameOf(number, leg)
    const fault = this.#seals.get(name) ?? null
    this.#seals.delete(name)
    return fault
  }

  #hear(of: string, { row: { number } }: ReadEvent, findings: Findings): undefined {
    // the common case
    if (this.#told.size === 0) return
    const name = nameOf(of, number)
    const found = this.#told.get(name)
    if (found === undefined) return
    findings.addAll(found)
    this.#told.delete(name)
  }

  #endOf(of: string): End {
    const end = this.#ends.get(of)
    if (end === undefined) throw new Error(`the thread that reads the log has not come to the end of ${of}`)
    return end
  }
}

const nameOf = (of: string | number, number: number): string => `${of} ${number}`
