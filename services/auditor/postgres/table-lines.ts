// Rows of a table as lines in COPY's text format, to be compared with lines made from the events.
import type pg from 'pg'
import { CopyOut } from './copy/copy-out.ts'

/** A table that is read in step with the log. `peek` and `next` never wait; `fill` waits if no line is ready. */
export class TableLines {
  readonly #copy: CopyOut
  readonly #end: () => Promise<void>
  #ready: string[] = []
  #used = 0
  ended = false

  /** `end`: called by `close`, to close the connection. */
  constructor(client: pg.Client, query: string, end = async (): Promise<void> => undefined) {
    this.#end = end
    this.#copy = client.query(new CopyOut(`copy (${query}) to stdout`, this.#add))
  }

  /** Waits until a line is ready or there are no more. */
  async fill(): Promise<void> {
    while (!this.ended && this.#used === this.#ready.length) {
      this.#ready = []
      this.#used = 0
      this.ended = !(await this.#copy.more())
    }
  }

  /** The line feed at the end is left out. */
  readonly #add = (bytes: Buffer, begin: number, end: number): void => {
    this.#ready.push(bytes.toString('utf8', begin, end - 1))
  }

  /** The next line, without consuming it. */
  peek(): string | undefined {
    return this.#ready[this.#used]
  }

  next(): string | undefined {
    const line = this.#ready[this.#used]
    if (line !== undefined) this.#used += 1
    return line
  }

  /** Reads all lines now, so that the connection is free. */
  async load(): Promise<this> {
    this.#ready = await Array.fromAsync(this)
    this.#used = 0
    return this
  }

  /** To be called after the last line. */
  close(): Promise<void> {
    return this.#end()
  }

  /** All remaining lines. If the caller stops early, the rest is dropped. */
  async *[Symbol.asyncIterator](): AsyncGenerator<string> {
    try {
      for (;;) {
        await this.fill()
        const line = this.next()
        if (line === undefined) return
        yield line
      }
    } finally {
      this.#copy.drop()
    }
  }
}

const SPECIAL = /[\\\t\n\r\b\f\v]/
const ESCAPES: Readonly<Record<string, string>> = {
  '\\': '\\\\',
  '\t': '\\t',
  '\n': '\\n',
  '\r': '\\r',
  '\b': '\\b',
  '\f': '\\f',
  '\v': '\\v',
}

/** Escapes text as COPY writes it. */
export const text = (value: string): string =>
  SPECIAL.test(value) ? value.replace(/[\\\t\n\r\b\f\v]/g, (character) => ESCAPES[character]!) : value

/** Escapes canonical JSON as COPY writes it: that holds backslashes, but no control characters. */
export const json = (value: string): string => (value.includes('\\') ? value.replaceAll('\\', '\\\\') : value)

/**
 * A copy in memory of its own. V8 keeps the whole text that a slice was cut from, and all parts that a text was joined
 * from.
 */
export const flat = (text: string): string => Buffer.from(text).toString()

export const NULL = '\\N'
export const bool = (value: boolean): string => (value ? 't' : 'f')

/** The last result: several rows of one event have the same time. */
let written = { instant: '', text: '' }

/** '2026-11-20T18:30:00.120Z' as Postgres writes a time in UTC: '2026-11-20 18:30:00.12+00'. */
export function time(instant: string): string {
  if (instant !== written.instant) written = { instant, text: timeText(instant) }
  return written.text
}

function timeText(instant: string): string {
  let end = 23
  while (instant.charCodeAt(end - 1) === 48) end -= 1
  if (end === 20) end = 19
  return `${instant.slice(0, 10)} ${instant.slice(11, end)}+00`
}

/** The value of a cell, unescaped. */
export const unescaped = (cell: string): string =>
  cell.replace(/\\([\\tnrbfv])/g, (_, code: string) => {
    for (const [character, written] of Object.entries(ESCAPES)) if (written[1] === code) return character
    return code
  })
