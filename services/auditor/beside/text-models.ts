// Compares the read models whose rows follow from the events' text alone, each up to the event that it has reached.
// This happens in the thread that reads the log, where nothing is folded.
import type { ReadEvent } from '../events/read-event.ts'
import { Findings } from '../findings/findings.ts'
import { auditModel } from '../read-models/audit-trail/audit-trail.ts'
import { evidenceModel } from '../read-models/evidence.ts'
import type { TextBeginning, TextCheck, TextModel } from '../read-models/read-model.ts'
import { statementModel } from '../read-models/statement.ts'
import type { AskedModel } from './news.ts'
import type { Telling } from './telling.ts'

/** Not from `READ_MODELS`, so that the thread does not load the other read models. */
const MODELS: readonly TextModel[] = [auditModel, evidenceModel, statementModel]

type Pending = AskedModel & { readonly check: TextCheck; readonly findings: Findings }

export class TextModels {
  readonly #telling: Telling
  #pending: readonly Pending[]
  /** The smallest `until` of those pending. */
  #nextEnd: number

  private constructor(pending: readonly Pending[], telling: Telling) {
    this.#pending = pending
    this.#nextEnd = leastOf(pending)
    this.#telling = telling
  }

  static async begin(
    asked: readonly AskedModel[],
    beginning: Omit<TextBeginning, 'findings'>,
    telling: Telling,
  ): Promise<TextModels> {
    const pending: Pending[] = []
    for (const one of asked) {
      const model = MODELS.find(({ projection }) => projection === one.projection)
      if (model === undefined) throw new Error(`the thread that reads the log does not know ${one.projection}`)
      const findings = new Findings()
      pending.push({ ...one, findings, check: await model.begin({ ...beginning, findings }) })
    }
    return new TextModels(pending, telling)
  }

  /**
   * To be called before each event: ends the read models whose last event is missing. Returns a promise only if it must
   * wait.
   */
  before(number: number): Promise<void> | undefined {
    return number > this.#nextEnd ? this.#endBy(number - 1) : undefined
  }

  /** One event, in the order of the log. Returns a promise only if it must wait. */
  event(read: ReadEvent): Promise<void> | undefined {
    let waiting: Promise<unknown> | null = null
    for (const { check } of this.#pending) {
      const more = check.event(read)
      if (more !== undefined) waiting = waiting === null ? more : Promise.all([waiting, more])
    }
    const { number } = read.row
    return waiting === null ? this.#after(number) : waiting.then(() => this.#after(number))
  }

  /** After the last event. */
  end(): Promise<void> {
    return this.#endBy(Number.POSITIVE_INFINITY)
  }

  #after(number: number): Promise<void> | undefined {
    for (const { projection, findings } of this.#pending) this.#telling.tell(projection, number, findings)
    return number >= this.#nextEnd ? this.#endBy(number) : undefined
  }

  async #endBy(number: number): Promise<void> {
    const reached = this.#pending.filter(({ until }) => until <= number)
    this.#pending = this.#pending.filter((one) => !reached.includes(one))
    this.#nextEnd = leastOf(this.#pending)
    for (const { projection, check, findings } of reached) {
      await check.finish()
      this.#telling.end(projection, findings, check.rows())
    }
  }
}

const leastOf = (pending: readonly AskedModel[]): number => Math.min(...pending.map(({ until }) => until))
