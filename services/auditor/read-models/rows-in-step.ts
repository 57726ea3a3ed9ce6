// Rows that are written in the order of the log and never changed, so they are stored in that order, and read in step with
// the log without sorting. Rows out of order are set aside until the end, on disk where they are many.
import { flat, type TableLines } from '../postgres/table-lines.ts'
import type { Spill } from '../spill/spill.ts'
import type { SpillMap } from '../spill/spill-map.ts'
import type { TextBeginning } from './read-model.ts'
import { since, TableCheck, type TableSpec } from './table-check.ts'

/** Rows that are set aside in search of one. */
const MAX_AHEAD = 1_000
const FORGET_STEP = 4_096
/** Of each kind of row that is set aside. */
const IN_MEMORY = 4_096
/** Of those that are due, in each of two halves: what the product prunes is among them, for as long as it may not be. */
const DUE_IN_MEMORY = 20_480

/** A row that follows from an event. `about`: what it is about, in one line; '' where nothing is asked of that. */
export type DueRow = { readonly key: string; readonly line: string; readonly about: string }
/** As text in one piece, without its key: an object takes more memory and longer to be moved, to disk and by every collection of garbage. */
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
  /** By key: rows without an event so far, and events without a row so far. */
  readonly #aside: SpillMap<string>
  /** In two halves by age: the older one is gone through and dropped as a whole, since rows on disk are costly to remove one by one. */
  #due: SpillMap<KeptRow>
  #dueBefore: SpillMap<KeptRow>
  /** Rows that were found, and should be gone since. */
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

  /** Returns a promise only if it must wait for rows. */
  expect(rows: readonly DueRow[], from = 0): void | Promise<void> {
    for (let index = from; index < rows.length; index++) {
      if (this.#expectOne(rows[index]!)) continue
      return this.#lines.fill().then(() => this.expect(rows, index))
    }
  }

  /** False if it must wait for rows. */
  #expectOne({ key, line, about }: DueRow): boolean {
    // it was found before it was taken back, and is due again
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

  /** A row that followed from an earlier event should be gone. */
  retract({ key, line }: Pick<DueRow, 'key' | 'line'>): void {
    const due = this.#dueOf(key)
    const row = due?.peek(key)
    if (row !== undefined && lineOf(row) === line) due!.delete(key)
    else this.#gone.set(key, line)
  }

  /** What a row is about has changed: if it is missing, that says whether it was pruned. */
  renew(key: string, about: string): void {
    const due = this.#dueOf(key)
    const row = due?.get(key)
    if (row !== undefined) due!.set(key, kept(lineOf(row), about))
  }

  #dueOf(key: string): SpillMap<KeptRow> | undefined {
    return [this.#due, this.#dueBefore].find((half) => half.has(key))
  }

  /** Now and then, so that what the product has pruned takes no memory for long. */
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
    // as many new ones as were gone through in vain: no more than a few times those that are not pruned yet are kept
    this.#forgetAt = stayed + this.#forgetStep
  }

  /** Reports what is missing, different and extra. Returns the events without an equal row, and the keys of other rows. */
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
