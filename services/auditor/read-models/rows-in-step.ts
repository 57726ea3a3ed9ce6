// Rows that are written in the order of the log and never change. They lie in the table in that order, so they can be
// read in step with the log without sorting. Rows that are out of order are set aside until the end, on disk if there
// are many.
import { flat, type TableLines } from '../postgres/table-lines.ts'
import type { Spill } from '../spill/spill.ts'
import type { SpillMap } from '../spill/spill-map.ts'
import type { TextBeginning } from './read-model.ts'
import { since, TableCheck, type TableSpec } from './table-check.ts'

const MAX_AHEAD = 1_000
const FORGET_STEP = 4_096
/** How many rows of each kind that is set aside stay in memory. */
const IN_MEMORY = 4_096
/**
 * The same for each half of the due rows, which are more: among them are rows that the product has pruned, until they
 * may be forgotten.
 */
const DUE_IN_MEMORY = 20_480

/** A row that follows from an event. `about`: one line by which `isPruned` decides, or ''. */
export type DueRow = { readonly key: string; readonly line: string; readonly about: string }
/**
 * 'about\nline' as one flat string: an object would take more memory, and longer to move to disk and for the garbage
 * collector to copy.
 */
type KeptRow = string

export type RowsToRead = {
  /** Of the check's table. */
  readonly lines: TableLines
  readonly check: TableCheck
  readonly keyOf: (line: string) => string
  readonly spill: Spill
  /** How many rows may be set aside in search of one. */
  readonly ahead?: number | undefined
  /** Pruned rows are looked for among the missing ones each time that so many more are missing. */
  readonly forgetStep?: number
}

export class RowsInStep {
  readonly #lines: TableLines
  readonly #check: TableCheck
  readonly #keyOf: (line: string) => string
  readonly #ahead: number
  /** Rows that no event has explained so far, by key. */
  readonly #aside: SpillMap<string>
  /**
   * Due rows that were not found so far, by key, in two halves by age: removing single rows from disk is costly, so a
   * half is emptied whole.
   */
  #due: SpillMap<KeptRow>
  #dueBefore: SpillMap<KeptRow>
  /** Rows that were found and then taken back by a later event, by key. */
  readonly #gone: SpillMap<string>
  readonly #spill: Spill
  readonly #forgetStep: number
  #forgetAt: number

  constructor({ lines, check, keyOf, spill, ahead = MAX_AHEAD, forgetStep = FORGET_STEP }: RowsToRead) {
    this.#forgetStep = this.#forgetAt = forgetStep
    this.#aside = spill.scratch(IN_MEMORY)
    this.#due = spill.scratch(DUE_IN_MEMORY)
    this.#dueBefore = spill.scratch(DUE_IN_MEMORY)
    this.#gone = spill.scratch(IN_MEMORY)
    this.#spill = spill
    this.#lines = lines
    this.#check = check
    this.#keyOf = keyOf
    this.#ahead = ahead
  }

  /** The rows of a table under a condition; by default those from the ledger number at which the comparison begins. */
  static async begin(
    { snapshot, findings, spill, from }: TextBeginning,
    table: TableSpec,
    keyOf: (line: string) => string,
    condition = since(from),
  ): Promise<RowsInStep> {
    const check = new TableCheck(table, findings)
    return new RowsInStep({ lines: await check.lines(snapshot, condition), check, keyOf, spill })
  }

  get rows(): number {
    return this.#check.rows
  }

  /**
   * Looks for the rows that follow from an event, from the index `from` on. Returns a promise only if it must wait for
   * rows.
   */
  expect(rows: readonly DueRow[], from = 0): void | Promise<void> {
    for (let index = from; index < rows.length; index++) {
      if (this.#expectOne(rows[index]!)) continue
      return this.#lines.fill().then(() => this.expect(rows, index))
    }
  }

  /** False if it must wait for rows. */
  #expectOne({ key, line, about }: DueRow): boolean {
    // found, taken back and now due again
    if (this.#gone.size > 0 && this.#gone.peek(key) === line) {
      this.#gone.delete(key)
      return true
    }
    if (this.#aside.size > 0 && this.#aside.peek(key) === line) {
      this.#aside.delete(key)
      this.#check.rows += 1
      return true
    }
    for (;;) {
      const next = this.#lines.peek()
      if (next === undefined && !this.#lines.ended) return false
      if (next === undefined || (next !== line && this.#aside.size >= this.#ahead)) {
        this.#dueBefore.delete(key)
        this.#due.set(key, kept(line, about))
        return true
      }
      this.#lines.next()
      if (next === line) {
        this.#check.rows += 1
        return true
      }
      this.#aside.set(this.#keyOf(next), next)
    }
  }

  /** A row that followed from an earlier event is not due any more. */
  retract({ key, line }: Pick<DueRow, 'key' | 'line'>): void {
    const due = this.#dueOf(key)
    const row = due?.peek(key)
    if (row !== undefined && lineOf(row) === line) due!.delete(key)
    else this.#gone.set(key, line)
  }

  /** Changes what a due row is about, if it has not been found. */
  renew(key: string, about: string): void {
    const due = this.#dueOf(key)
    const row = due?.get(key)
    if (row !== undefined) due!.set(key, kept(lineOf(row), about))
  }

  #dueOf(key: string): SpillMap<KeptRow> | undefined {
    return [this.#due, this.#dueBefore].find((half) => half.has(key))
  }

  /**
   * Forgets rows that the product has pruned, if enough are missing. Call it now and then, so that they do not take
   * memory for long.
   */
  forget(isPruned: (about: string) => boolean): void {
    if (this.#due.size < this.#forgetAt) return
    let stayed = 0
    for (const [key, row] of this.#dueBefore) {
      if (isPruned(aboutOf(row))) continue
      this.#due.set(key, row)
      stayed += 1
    }
    this.#dueBefore.clear()
    const emptied = this.#dueBefore
    this.#dueBefore = this.#due
    this.#due = emptied
    // go on only after as many new rows as stayed: so no more than a few times the rows that are not pruned yet are
    // kept
    this.#forgetAt = stayed + this.#forgetStep
  }

  /**
   * Reports missing, different and extra rows. Returns the due rows that have no equal row, and the keys of rows that
   * none is equal to.
   */
  async finish(isPruned: (about: string) => boolean): Promise<{ unlike: DueRow[]; others: Set<string> }> {
    for await (const line of this.#lines) {
      this.#aside.set(this.#keyOf(line), line)
      this.#spill.settle()
    }
    await this.#lines.close()
    const others = new Set(this.#aside.keys())
    const unlike: DueRow[] = []
    for (const [key, row] of [this.#dueBefore, this.#due].values().flatMap((half) => half[Symbol.iterator]())) {
      const about = aboutOf(row)
      if (isPruned(about)) continue
      const found = this.#aside.get(key)
      const line = lineOf(row)
      this.#aside.delete(key)
      if (found === undefined) this.#check.missing(key, null)
      else if (this.#check.compare(key, line, found, null)) {
        others.delete(key)
        continue
      }
      unlike.push({ key, line, about })
    }
    for (const [key, line] of [...this.#aside, ...this.#gone]) this.#check.extra(key, null, line)
    return { unlike, others }
  }
}

const kept = (line: string, about: string): KeptRow => flat(`${about}\n${line}`)
const lineOf = (row: KeptRow): string => row.slice(row.indexOf('\n') + 1)
const aboutOf = (row: KeptRow): string => row.slice(0, row.indexOf('\n'))
