// The rows of an answer, moved to a file once there are many: an answer's first sentence sums them up, so they are
// collected before any is shown.
import { closeSync, mkdtempSync, openSync, readSync, rmdirSync, unlinkSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { StringDecoder } from 'node:string_decoder'
import { type Column, type Row, shownCell } from './cells.ts'

/** Most characters in memory. */
const IN_MEMORY = 1_048_576
const CHUNK = 65_536

export class Rows {
  readonly columns: readonly Column[]
  /** By column, the longest text shown to people, its title included. */
  readonly widths: number[]
  /** By column, whether any row shows something in it. */
  readonly isFilled: boolean[]
  count = 0
  #lines: string[] = []
  #length = 0
  #file: number | null = null

  constructor(columns: readonly Column[]) {
    this.columns = columns
    this.widths = columns.map(({ title }) => title.length)
    this.isFilled = columns.map(() => false)
  }

  /** `row`: with a value for each column. Further values appear only in the JSON. */
  add(row: Row): void {
    this.columns.forEach((column, index) => {
      const { length } = shownCell(column, row)
      if (length > this.widths[index]!) this.widths[index] = length
      if (length > 0) this.isFilled[index] = true
    })
    const line = JSON.stringify(row)
    this.#lines.push(line)
    this.#length += line.length
    this.count += 1
    if (this.#length > IN_MEMORY) this.#spill()
  }

  /** Each row as a line of JSON. */
  *lines(): Generator<string> {
    if (this.#file !== null) yield* linesOf(this.#file)
    yield* this.#lines
  }

  *[Symbol.iterator](): Generator<Row> {
    for (const line of this.lines()) yield JSON.parse(line) as Row
  }

  close(): void {
    if (this.#file !== null) closeSync(this.#file)
    this.#file = null
    this.#lines = []
  }

  #spill(): void {
    this.#file ??= openNameless()
    const bytes = Buffer.from(`${this.#lines.join('\n')}\n`)
    for (let at = 0; at < bytes.length; ) at += writeSync(this.#file, bytes, at)
    this.#lines = []
    this.#length = 0
  }
}

/** A file without a name, which is gone when the process ends in any way: it may hold people's names. */
function openNameless(): number {
  const folder = mkdtempSync(join(tmpdir(), 'fairbook-rows-'))
  const path = join(folder, 'rows')
  const file = openSync(path, 'wx+', 0o600)
  unlinkSync(path)
  rmdirSync(folder)
  return file
}

function* linesOf(file: number): Generator<string> {
  const decoder = new StringDecoder('utf8')
  const chunk = Buffer.alloc(CHUNK)
  let rest = ''
  let at = 0
  for (;;) {
    const length = readSync(file, chunk, 0, CHUNK, at)
    if (length === 0) return
    at += length
    const lines = (rest + decoder.write(chunk.subarray(0, length))).split('\n')
    rest = lines.pop()!
    yield* lines
  }
}
