// What Postgres sends of a COPY, row by row and where it lies. A stream of Node's copies every row three times, into memory that the
// system has to make and to take back: a fifth of what an audit took.
import type pg from 'pg'
import { lend } from './reused-socket.ts'

/** One row, in memory that is not to be kept. */
export type OnRow = (bytes: Buffer, begin: number, end: number) => void

/** Of a message: its code and how long it is. */
const HEADER_BYTES = 5
/** How long it is says the second part of that, itself included. */
const LENGTH_BYTES = 4
const DATA = 0x64
const DONE = 0x63
const ERROR = 0x45
const NOTHING: Buffer = Buffer.alloc(0)

type OnBytes = (bytes: Buffer) => void

/** A query of `pg`; nothing of its answer is read before `more` is called. */
export class CopyOut implements pg.Submittable {
  readonly #text: string
  readonly #onRow: OnRow
  #connection: pg.Connection | null = null
  /** Reads the connection when there is no COPY. */
  #parser: OnBytes = () => undefined
  /** A message whose end has not come. */
  #rest = NOTHING
  #failure: Error | null = null
  #ended = false
  /** The rows have ended, and the connection is free for the next query: where that was sent earlier, it waits with others. */
  #isFree = false
  #isDropped = false
  /** Of whoever waits for rows. */
  #wake: (() => void) | null = null

  constructor(text: string, onRow: OnRow) {
    this.#text = text
    this.#onRow = onRow
  }

  /**
   * Hands over further rows, if there are any; false where they were the last. Throws what `pg` throws, and what `onRow` does: then
   * the connection is closed. One call at a time.
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

  /** Nobody wants further rows: they are read without a look, so that the connection goes on afterwards. */
  drop(): void {
    this.#isDropped = true
    if (!this.#ended && this.#failure === null) this.#connection?.stream.resume()
  }

  /** By `pg`, as the following ones. */
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

  /** What follows cannot be read. */
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
    // a piece of the chunk would keep all of it
    if (at < chunk.length) this.#rest = Buffer.from(chunk.subarray(at))
    if (!this.#isDropped) this.#connection!.stream.pause()
    this.#awake()
  }

  /** Adds to the message that has begun what the chunk has of it, and answers where that ends. */
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

  /** False where it is for the parser, and what follows, too. */
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
    // first: with what it reads the parser may begin the next query, which reads nothing yet
    stream.resume()
    // the parser keeps what it has not read
    for (const bytes of unread) this.#parser(Buffer.from(bytes))
  }

  #awake(): void {
    this.#wake?.()
    this.#wake = null
  }

  /** Of the message that begins there; beyond all bytes where even its length has not come. */
  #endOf(bytes: Buffer, at: number): number {
    if (at + HEADER_BYTES > bytes.length) return Number.POSITIVE_INFINITY
    const length = bytes.readInt32BE(at + 1)
    if (length >= LENGTH_BYTES) return at + 1 + length
    this.#fail(new Error('Postgres sent what is no message'))
    return Number.POSITIVE_INFINITY
  }
}
