// Folds a whole log into new tables: large read models by COPY, the others as one batch each.
import type pg from 'pg'
import { type LedgerEvent, type RawEvent, readEvent } from '../event.ts'
import type { BulkFold, Fold, Projection, ProjectionName } from '../projection.ts'
import { describeEvent } from '../runner/apply-batch.ts'
import { writeFold } from '../runner/write-batch.ts'
import type { CopyIn } from './copy-in.ts'

/** An event cannot be read or folded, and a retry will not help. The message is one line that names the event. */
export class CannotFold extends Error {
  override readonly name = 'CannotFold'
  /** The read model that cannot fold it; null if none can, or if it is not known. */
  readonly projection: ProjectionName | null

  constructor(message: string, projection: ProjectionName | null = null) {
    super(message)
    this.projection = projection
  }
}

type Folding = { readonly projection: Projection; fold: Fold } | { readonly projection: Projection; bulk: BulkFold }

export class FoldAll {
  readonly #client: pg.Client
  readonly #copy: CopyIn
  readonly #foldings: readonly Folding[]
  readonly #rowsInMemory: number

  /** `rowsInMemory`: a fold that would change more rows is written before it continues. */
  constructor(client: pg.Client, copy: CopyIn, projections: readonly Projection[], rowsInMemory: number) {
    this.#client = client
    this.#rowsInMemory = rowsInMemory
    this.#copy = copy
    this.#foldings = projections.map((projection) =>
      projection.bulk === undefined
        ? { projection, fold: projection.fold() }
        : { projection, bulk: projection.bulk(copy.lines, rowsInMemory) },
    )
  }

  /** Throws CannotFold. */
  async add(events: readonly LedgerEvent[]): Promise<void> {
    for (const folding of this.#foldings) {
      const into = 'bulk' in folding ? folding.bulk : folding.fold
      for (const event of events) {
        try {
          into.add(event)
        } catch (error) {
          const { name } = folding.projection
          throw new CannotFold(`projection ${name}: ${describeEvent(event, (error as Error).message)}`, name)
        }
      }
      if ('fold' in folding && folding.fold.size > this.#rowsInMemory) await this.#write(folding)
    }
    await this.#copy.flush()
  }

  async #write(folding: { readonly projection: Projection; fold: Fold }): Promise<void> {
    const { fold, projection } = folding
    folding.fold = projection.fold()
    await writeFold(this.#client, projection.name, fold)
  }

  async end(): Promise<void> {
    for (const folding of this.#foldings) {
      if ('bulk' in folding) folding.bulk.end()
      else await this.#write(folding)
    }
    await this.#copy.end()
  }

  /** Once all tables exist: makes the changes that could not be made row by row. Throws CannotFold. */
  async complete(): Promise<void> {
    for (const folding of this.#foldings) if ('bulk' in folding) await this.#complete(folding)
  }

  async #complete({ projection, bulk }: { projection: Projection; bulk: BulkFold }): Promise<void> {
    for (const { text, rows } of bulk.completion()) {
      const { rowCount } = await this.#client.query(text)
      if (rows !== undefined && rows !== rowCount) {
        const line = `projection ${projection.name}: ${rows} rows were to be completed, ${rowCount} were found`
        throw new CannotFold(line, projection.name)
      }
    }
    if (bulk.rest === undefined) await this.#dropScratch(projection)
  }

  /** Once all keys exist: writes what depends on rows that were copied. */
  async rest(): Promise<void> {
    for (const folding of this.#foldings) {
      const rest = 'bulk' in folding ? folding.bulk.rest?.() : undefined
      if (rest === undefined) continue
      const { projection } = folding
      for (const fold of rest) await writeFold(this.#client, projection.name, fold)
      await this.#dropScratch(projection)
      for (const { name } of projection.tables) await this.#client.query(`analyze ${name}`)
    }
  }

  async #dropScratch({ scratch = [] }: Projection): Promise<void> {
    for (const { name } of scratch) await this.#client.query(`drop table ${name}`)
  }
}

/** Folds a batch of later events, with the projector's folds and statements. */
export async function foldBatch(
  client: pg.Client,
  projections: readonly Projection[],
  events: readonly LedgerEvent[],
): Promise<void> {
  for (const projection of projections) {
    const fold = projection.fold()
    for (const event of events) fold.add(event)
    await writeFold(client, projection.name, fold)
  }
}

/** `number`: the ledger number of the first. Throws CannotFold. */
export function readEvents(page: readonly RawEvent[], number: number): LedgerEvent[] {
  return page.map((raw, index) => {
    try {
      return readEvent(raw, number + index)
    } catch (error) {
      throw new CannotFold(`event ${number + index} (position ${raw.position}): ${(error as Error).message}`)
    }
  })
}
