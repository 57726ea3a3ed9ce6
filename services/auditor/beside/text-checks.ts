// What the thread that reads the log checks besides the rows themselves: everything that needs only an event's text.
import type { LogRow } from '../events/log-row.ts'
import { readBody } from '../events/read-body.ts'
import type { ReadEvent } from '../events/read-event.ts'
import type { EventSchemas } from '../events/schemas.ts'
import { GamesOfText } from '../evidence/known-games.ts'
import { Findings } from '../findings/findings.ts'
import type { Snapshot } from '../postgres/snapshot.ts'
import type { Part } from '../spill/kept-file.ts'
import { NotResumable } from '../spill/not-resumable.ts'
import { Spill } from '../spill/spill.ts'
import type { Asked, AskedKeeping, News } from './news.ts'
import { Telling } from './telling.ts'
import { TextEvidence } from './text-evidence.ts'
import { TextModels } from './text-models.ts'
import { TextSeals } from './text-seals.ts'

/** `evidence`, `keeping`: null if not asked for. */
type Begun = {
  readonly spill: Spill
  readonly telling: Telling
  readonly models: TextModels
  readonly games: GamesOfText
  readonly evidence: TextEvidence | null
  readonly keeping: AskedKeeping | null
}

export class TextChecks {
  readonly #schemas: EventSchemas
  readonly #spill: Spill
  readonly #telling: Telling
  readonly #models: TextModels
  readonly #games: GamesOfText
  readonly #seals: TextSeals
  readonly #evidence: TextEvidence | null
  readonly #keeping: AskedKeeping | null
  /** Never read: what is wrong with a row itself is reported by the folding thread. */
  readonly #unheard = new Findings()
  /** Nothing is compared after an unknown event, as in the folding thread. */
  #isStopped = false

  private constructor(schemas: EventSchemas, { spill, telling, models, games, evidence, keeping }: Begun) {
    this.#schemas = schemas
    this.#spill = spill
    this.#telling = telling
    this.#models = models
    this.#games = games
    this.#seals = new TextSeals(spill, telling)
    this.#evidence = evidence
    this.#keeping = keeping
    if (keeping?.file.goesOn) spill.expectAllTaken()
  }

  /**
   * `from`: the first ledger number that is read. Throws NotResumable if the kept state is not of the audit that this
   * one goes on from.
   */
  static async begin(asked: Asked, snapshot: Snapshot, schemas: EventSchemas, from: number): Promise<TextChecks> {
    const { inMemory, keeping } = asked
    const spill = new Spill({ ...(inMemory !== undefined && { inMemory }), file: keeping?.file ?? null })
    if (keeping !== null) spill.part('pair', pairOf(keeping))
    const telling = new Telling()
    const models = await TextModels.begin(asked.models, { snapshot, spill, from }, telling)
    const games = new GamesOfText(spill)
    const options = { client: snapshot.main, games, spill }
    const evidence =
      asked.evidence === null ? null : await TextEvidence.begin({ ...options, ...asked.evidence }, from, telling)
    return new TextChecks(schemas, { spill, telling, models, games, evidence, keeping })
  }

  /**
   * Takes rows in the order of the log. `sound`: hash and schema were checked and are right. Returns a promise only if
   * it must wait.
   */
  add(row: LogRow, sound: boolean): Promise<void> | undefined {
    this.#spill.settle()
    const due = this.#isStopped ? undefined : this.#models.before(row.number)
    return due === undefined ? this.#read(row, sound) : due.then(() => this.#read(row, sound))
  }

  /** After the last event. */
  async end(): Promise<void> {
    if (!this.#isStopped) await this.#models.end()
    await this.#evidence?.end()
    this.#keep(() => this.#spill.leave())
    this.#spill.close()
  }

  /** What was found since the last call. */
  news(): News {
    return this.#telling.news()
  }

  #read(row: LogRow, sound: boolean): Promise<void> | undefined {
    const reading = readBody(row, this.#schemas, this.#unheard, sound)
    if (reading.kind === 'unknown') this.#isStopped = true
    const read = { row, digest: reading.digest, body: reading.kind === 'event' ? reading.body : null }
    const comparing = this.#isStopped ? undefined : this.#models.event(read)
    return comparing === undefined ? this.#lookUp(read) : comparing.then(() => this.#lookUp(read))
  }

  #lookUp(read: ReadEvent): Promise<void> | undefined {
    if (!this.#isStopped) {
      this.#games.event(read)
      this.#seals.event(read)
    }
    const { number } = read.row
    const looking = this.#evidence?.event(read)
    if (looking !== undefined) return looking.then(() => this.#keepAfter(number))
    this.#keepAfter(number)
  }

  #keepAfter(number: number): void {
    if (number !== this.#keeping?.after || this.#isStopped) return
    const { in: file } = this.#keeping
    this.#telling.kept(null)
    this.#keep(() => this.#spill.keepIn(file))
  }

  #keep(step: () => void): void {
    try {
      step()
    } catch (error) {
      this.#telling.kept((error as Error).message)
    }
  }
}

const pairOf = ({ pair: { before, now } }: AskedKeeping): Part<string> => ({
  write: () => now,
  read(kept) {
    if (kept !== before) throw new NotResumable('what two threads have kept is not of one audit')
  },
})
