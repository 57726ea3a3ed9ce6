// The rows that Postgres sends of a COPY, each handed over where it lies in the receive buffer. A Node stream would
// copy every row three times into new memory, which took a fifth of an audit.
import type pg from 'pg'
import { lend } from './reused-socket.ts'

/** Called with one row, in memory that must not be kept: it is overwritten. */
export type OnRow = (bytes: Buffer, begin: number, end: number) => void

/** A message begins with its code and its length. */
const HEADER_BYTES = 5
/** The length counts itself, but not the code. */
const LENGTH_BYTES = 4
const DATA = 0x64
const DONE = 0x63
const ERROR = 0x45
const NOTHING: Buffer = Buffer.alloc(0)

type OnBytes = (bytes: Buffer) => void

/** A query for `pg`. Nothing of its answer is read before `more` is called. */
export class CopyOut implements pg.Submittable {
  readonly #text: string
  readonly #onRow: OnRow
  #connection: pg.Connection | null = null
  /** pg's own parser, which reads the connection when there is no COPY. */
  #parser: OnBytes = () => undefined
  /** The beginning of a message whose end has not arrived. */
  #rest = NOTHING
  #failure: Error | null = null
  #ended = false
  /** The connection is free for the next query. That comes after `#ended`, the end of the rows. */
  #isFree = false
  #isDropped = false
  /** Resumes the caller who waits for rows. */
  #wake: (() => void) | null = null

  constructor(text: string, onRow: OnRow) {
    this.#text = text
    this.#onRow = onRow
  }

  /**
   * Hands over further rows, if there are any. Returns false if there will be no more. Throws what `pg` throws, and
   * what `onRow` throws, after which the connection is closed. One call at a time.
   */
  async more(): Promise<boolean> {
    if (this.#wake !== null) throw new Error('rows are waited for already')
    if (this.#failure === null && !this.#isFree) {
      await new Promise<void>((resolve) => {
        this.#wake = resolve
        this.#connection?.stream.resume()
      })
    }
    if (this.#failure !== null) throw this.#failure
    return !this.#isFree
  }

  /** Nobody wants further rows: they are read and ignored, so that the connection can be used afterwards. */
  drop(): void {
    this.#isDropped = true
    if (!this.#ended && this.#failure === null) this.#connection?.stream.resume()
  }

  /** Called by `pg`, like the handlers below. */
  submit(connection: pg.Connection): void {
    const { stream } = connection
    const [parser, other] = stream.listeners('data') as OnBytes[]
    if (parser === undefined || other !== undefined) throw new Error('a connection is read by its client alone')
    this.#connection = connection
    this.#parser = parser
    stream.removeListener('data', parser)
    stream.pause()
    stream.on('data', this.#take)
    lend(stream, true)
    connection.query(this.#text)
    if (this.#wake !== null || this.#isDropped) stream.resume()
  }

  handleError(error: Error): void {
    this.#failure ??= error
    this.#awake()
  }

  handleCommandComplete(): void {}

  handleReadyForQuery(): void {
    this.#isFree = true
    this.#awake()
  }

  /** Gives the connection up, because what follows cannot be read. */
  #fail(error: Error): void {
    this.handleError(error)
    this.#connection!.stream.destroy()
  }

  readonly #take = (chunk: Buffer): void => {
    let at = 0
    if (this.#rest.length > 0) {
      at = this.#complete(chunk)
      const message = this.#rest
      if (this.#endOf(message, 0) !== message.length) return
      this.#rest = NOTHING
      if (!this.#read(message, 0, message.length)) {
        this.#leave(message, chunk.subarray(at))
        return
      }
    }
    for (let end = this.#endOf(chunk, at); end <= chunk.length; end = this.#endOf(chunk, at)) {
      if (!this.#read(chunk, at, end)) {
        this.#leave(chunk.subarray(at))
        return
      }
      at = end
    }
    // copied, because the chunk's memory is used again
    if (at < chunk.length) this.#rest = Buffer.from(chunk.subarray(at))
    if (!this.#isDropped) this.#connection!.stream.pause()
    this.#awake()
  }

  /** Adds to the message that has begun what the chunk has of it. Returns where that ends in the chunk. */
  #complete(chunk: Buffer): number {
    let at = 0
    for (
      let due = this.#endOf(this.#rest, 0);
      this.#rest.length < due && at < chunk.length;
      due = this.#endOf(this.#rest, 0)
    ) {
      const missing = this.#rest.length < HEADER_BYTES ? HEADER_BYTES : due
      const part = chunk.subarray(at, at + missing - this.#rest.length)
      this.#rest = Buffer.concat([this.#rest, part])
      at += part.length
    }
    return at
  }

  /** Returns false if this message, and all that follows, is for pg's parser. */
  #read(bytes: Buffer, begin: number, end: number): boolean {
    const code = bytes[begin]
    if (code === DATA) this.#row(bytes, begin + HEADER_BYTES, end)
    else if (code === DONE) this.#ended = true
    return code !== DONE && code !== ERROR
  }

  #row(bytes: Buffer, begin: number, end: number): void {
    if (this.#isDropped || this.#failure !== null) return
    try {
      this.#onRow(bytes, begin, end)
    } catch (error) {
      this.#fail(error as Error)
    }
  }

  #leave(...unread: readonly Buffer[]): void {
    const { stream } = this.#connection!
    lend(stream, false)
    stream.removeListener('data', this.#take)
    stream.on('data', this.#parser)
    // before the parser reads: it may then begin the next query, which pauses the stream again
    stream.resume()
    // copied, because the parser keeps what it has not read yet
    for (const bytes of unread) this.#parser(Buffer.from(bytes))
  }

  #awake(): void {
    this.#wake?.()
    this.#wake = null
  }

  /** Where the message that begins at `at` ends; infinite if its length has not arrived yet. */
  #endOf(bytes: Buffer, at: number): number {
    if (at + HEADER_BYTES > bytes.length) return Number.POSITIVE_INFINITY
    const length = bytes.readInt32BE(at + 1)
    if (length >= LENGTH_BYTES) return at + 1 + length
    this.#fail(new Error('Postgres sent what is no message'))
    return Number.POSITIVE_INFINITY
  }
}
