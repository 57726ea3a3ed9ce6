// One open event stream. What a client has not been told yet is a number and three marks, never messages: a slow client
// gets the latest state when it is ready, and its share of memory does not grow with what it missed.
import type { Socket } from 'node:net'
import type { Session } from '#services/accounts/sessions/session.ts'
import type { Piece } from './messages.ts'

export type Topics = {
  readonly live: boolean
  readonly events: ReadonlySet<string>
  readonly me: boolean
  readonly admin: boolean
}

/** Bytes that may wait beyond the kernel's own buffer before the client is given no more. */
const BUFFERED_BYTES_MAX = 16_384
/** A client that is being closed may take this long for what it was sent. */
const CLOSE_WITHIN_MS = 5_000
/** Not ready for more at so many heartbeats, and at no moment between them: it does not read. */
const BUSY_BEATS_MAX = 2

type Writing = Pick<Socket, 'write' | 'writableLength' | 'destroySoon' | 'destroy'>

export class StreamClient {
  readonly topics: Topics
  readonly token: string | null
  /** Whose streams it is counted with: see `networkOf`. */
  readonly network: string
  session: Session | null
  /** The change of a game up to which it was told everything. */
  seen = 0
  account = false
  admin = false
  reset = false
  closed = false
  readonly #socket: Writing
  #busyBeats = 0

  /** `socket`: its reply's head is sent, and nothing else writes to it. */
  constructor(socket: Writing, topics: Topics, token: string | null, session: Session | null, network: string) {
    this.#socket = socket
    this.topics = topics
    this.token = token
    this.session = session
    this.network = network
  }

  /** Whether it is ready for more. */
  canWrite(): boolean {
    if (this.#socket.writableLength > BUFFERED_BYTES_MAX) return false
    this.#busyBeats = 0
    return true
  }

  /** Writes the bytes as they are: all clients share them. */
  write(bytes: Buffer): void {
    if (!this.closed) this.#socket.write(bytes)
  }

  /** Writes what it takes, in order, and notes how far it was told. False where something is left. */
  writeAll(pieces: Iterable<Piece>): boolean {
    for (const { bytes, upTo } of pieces) {
      if (!this.canWrite()) return false
      this.write(bytes)
      this.seen = upTo
    }
    return true
  }

  /** Sends a heartbeat. False where the client has not read for too long. */
  beat(heartbeat: Buffer): boolean {
    if (this.canWrite()) {
      this.write(heartbeat)
      return true
    }
    this.#busyBeats += 1
    return this.#busyBeats < BUSY_BEATS_MAX
  }

  /** Ends it, with a last message where there is one. */
  end(last?: Buffer): void {
    if (this.closed) return
    if (last !== undefined) this.#socket.write(last)
    this.closed = true
    this.#socket.destroySoon()
    setTimeout(() => this.#socket.destroy(), CLOSE_WITHIN_MS).unref()
  }

  /** Ends it at once: what it was sent is lost. */
  destroy(): void {
    this.closed = true
    this.#socket.destroy()
  }
}
