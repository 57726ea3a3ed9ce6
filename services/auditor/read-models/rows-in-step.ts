// Rows that are written in the order of the log and never changed, so they are stored in that order, and read in step with
// the log without sorting. Rows out of order are set aside until the end, on disk where they are many.
import { flat, type TableLines } from '../postgres/table-lines.ts'
import type { Spill } from '../spill/spill.ts'
import type { SpillMap } from '../spill/spill-map.ts'
import type { TableCheck } from './table-check.ts'

/** Rows that are set aside in search of one. */
const MAX_AHEAD = 1_000
const FORGET_STEP = 10_000
/** Of each kind of row that is set aside. */
const IN_MEMORY = 4_096

/** A row that follows from an event, and what it is about. */
export type DueRow<About> = { readonly key: string; readonly line: string; readonly about: About }

export class RowsInStep<About> {
  readonly #lines: TableLines
  readonly #check: TableCheck
  readonly #keyOf: (line: string) => string
  readonly #ahead: number
  /** By key: rows without an event so far, and events without a row so far. */
  readonly #aside: SpillMap<string>
  /** In two halves by age: the older one is gone through and dropped as a whole, since rows on disk are costly to remove one by one. */
  #due: SpillMap<DueRow<About>>
  #dueBefore: SpillMap<DueRow<About>>
  /** Rows that were found, and should be gone since. */
  readonly #gone: SpillMap<string>
  readonly #spill: Spill
  readonly #forgetStep: number
  #forgetAt: number

  /** `lines`: of the check's query. `forgetStep`: of so many missing rows, at least, those that were pruned are looked for. */
  constructor(
    lines: TableLines,
    check: TableCheck,
    keyOf: (line: string) => string,
    spill: Spill,
    ahead = MAX_AHEAD,
    forgetStep = FORGET_STEP,
  ) {
    this.#forgetStep = this.#forgetAt = forgetStep
    this.#aside = spill.scratch(IN_MEMORY)
    this.#due = spill.scratch(IN_MEMORY)
    this.#dueBefore = spill.scratch(IN_MEMORY)
    this.#gone = spill.scratch(IN_MEMORY)
    this.#spill = spill
    this.#lines = lines
    this.#check = check
    this.#keyOf = keyOf
    this.#ahead = ahead
  }

  get rows(): number {
    return this.#check.rows
  }

  /** Returns a promise only if it must wait for rows. */
  expect(rows: readonly DueRow<About>[], from = 0): void | Promise<void> {
    for (let index = from; index < rows.length; index++) {
      if (this.#expectOne(rows[index]!)) continue
      return this.#lines.fill().then(() => this.expect(rows, index))
    }
  }

  /** False if it must wait for rows. */
  #expectOne(row: DueRow<About>): boolean {
    const { key, line } = row
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
        this.#due.set(key, { ...row, line: flat(line) })
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
  retract({ key, line }: Pick<DueRow<About>, 'key' | 'line'>): void {
    const due = this.#dueOf(key)
    if (due?.peek(key)?.line === line) due.delete(key)
    else this.#gone.set(key, line)
  }

  /** What a row is about has changed: if it is missing, that says whether it was pruned. */
  renew(key: string, about: About): void {
    const due = this.#dueOf(key)
    const row = due?.get(key)
    if (row !== undefined) due?.set(key, { ...row, about })
  }

  #dueOf(key: string): SpillMap<DueRow<About>> | undefined {
    return [this.#due, this.#dueBefore].find((half) => half.has(key))
  }

  /** Now and then, so that what the product has pruned takes no memory for long. */
  forget(isPruned: (about: About) => boolean): void {
    if (this.#due.size < this.#forgetAt) return
    for (const [key, row] of this.#dueBefore) if (!isPruned(row.about)) this.#due.set(key, row)
    this.#dueBefore.clear()
    const emptied = this.#dueBefore
    this.#dueBefore = this.#due
    this.#due = emptied
    // as many new ones as will be gone through
    this.#forgetAt = this.#dueBefore.size + this.#forgetStep
  }

  /** Reports what is missing, different and extra. Returns the events without an equal row, and the keys of other rows. */
  async finish(isPruned: (about: About) => boolean): Promise<{ unlike: DueRow<About>[]; others: Set<string> }> {
    for await (const line of this.#lines) {
      this.#aside.set(this.#keyOf(line), line)
      this.#spill.settle()
    }
    await this.#lines.close()
    const others = new Set(this.#aside.keys())
    const unlike: DueRow<About>[] = []
    for (const row of [this.#dueBefore, this.#due].values().flatMap((half) => half.values())) {
      if (isPruned(row.about)) continue
      const found = this.#aside.get(row.key)
      this.#aside.delete(row.key)
      if (found === undefined) this.#check.missing(row.key, null)
      else if (this.#check.compare(row.key, row.line, found, null)) {
        others.delete(row.key)
        continue
      }
      unlike.push(row)
    }
    for (const [key, line] of [...this.#aside, ...this.#gone]) this.#check.extra(key, null, line)
    return { unlike, others }
  }
}
