// The provider's prices and messages that bets and results name, looked up in the thread that reads the log.
import type { ReadEvent } from '../events/read-event.ts'
import { Evidence, type EvidenceOptions } from '../evidence/evidence.ts'
import { Findings } from '../findings/findings.ts'
import { EVIDENCE } from './news.ts'
import type { Telling } from './telling.ts'

export class TextEvidence {
  readonly #evidence: Evidence
  /** What the folding thread has not been told yet. */
  readonly #findings: Findings
  readonly #telling: Telling

  private constructor(evidence: Evidence, findings: Findings, telling: Telling) {
    this.#evidence = evidence
    this.#findings = findings
    this.#telling = telling
  }

  /** `from`: the first ledger number that is read. */
  static async begin(
    options: Omit<EvidenceOptions, 'findings'>,
    from: number,
    telling: Telling,
  ): Promise<TextEvidence> {
    const findings = new Findings()
    return new TextEvidence(await Evidence.begin({ ...options, findings }, from), findings, telling)
  }

  /** One event, in the order of the log. Returns a promise only if it must wait. */
  event(read: ReadEvent): Promise<void> | undefined {
    const { number } = read.row
    const looking = this.#evidence.event(read)
    if (looking !== undefined) return looking.then(() => this.#tell(number))
    this.#tell(number)
  }

  /** After the last event. */
  async end(): Promise<void> {
    await this.#evidence.end()
    this.#telling.end(EVIDENCE, this.#findings, this.#evidence.rows, this.#evidence.olderPrices)
  }

  #tell(number: number): void {
    this.#telling.tell(EVIDENCE, number, this.#findings)
  }
}
