// One open event stream. What a client has not been sent yet is kept as numbers, flags and a few kinds, never as
// messages: a slow client gets the latest state when it is ready, and its memory does not grow with what it missed.
import type { Socket } from 'node:net'
import type { Session } from '#services/accounts/sessions/session.ts'
import { AUDIT_KINDS, type AuditKind } from '#services/contract/contract.ts'
import type { Piece } from './messages.ts'

export type Topics = {
  readonly live: boolean
  readonly events: ReadonlySet<string>
  readonly me: boolean
  readonly admin: boolean
  readonly ticker: boolean
}

/** How many bytes may wait beyond the kernel's own buffer before the client is sent no more. */
const BUFFERED_BYTES_MAX = 16_384
/** How long a client that is being closed may take to read what it was sent. */
const CLOSE_WITHIN_MS = 5_000
/** A client that was busy at this many heartbeats, and between them, is not reading. */
const BUSY_BEATS_MAX = 2

type Kinds = ReadonlySet<AuditKind>
const NO_KINDS: Kinds = new Set()
const ALL_KINDS: Kinds = new Set(AUDIT_KINDS)

type Writable = Pick<Socket, 'write' | 'writableLength' | 'destroySoon' | 'destroy'>

export class StreamClient {
  readonly topics: Topics
  readonly token: string | null
  /** The network that its streams are counted under: see `networkOf`. */
  readonly network: string
  session: Session | null
  /** The last change of a game that has been sent. */
  seen = 0
  /** Pending: the account and its bets, or a reset because too much was missed. */
  account = false
  reset = false
  /** Pending: kinds of events that the back office has not been told of. */
  desk = NO_KINDS
  /** Ledger number of the last placed bet that it has been told of. */
  ticked = -1
  closed = false
  readonly #socket: Writable
  #busyBeats = 0

  /** `socket`: the head of its reply has been sent, and nothing else writes to it. */
  constructor(socket: Writable, topics: Topics, token: string | null, session: Session | null, network: string) {
    this.#socket = socket
    this.topics = topics
    this.token = token
    this.session = session
    this.network = network
  }

  /** Whether anything has to be sent, if `upTo` is the newest change of a game and `bet` the newest bet. */
  hasPending(upTo: number, bet: number): boolean {
    return this.reset || this.account || this.desk.size > 0 || this.seen < upTo || this.isBehind(bet)
  }

  /** Whether it follows placed bets and has not been told of the newest. */
  isBehind(bet: number): boolean {
    return this.topics.ticker && this.ticked < bet
  }

  /** Read models changed by events of these `kinds`. `accounts`: the accounts that changed, or null for any. */
  markProjected(accounts: ReadonlySet<string> | null, kinds: Kinds): void {
    const { session, topics } = this
    if (topics.me && session !== null && (accounts === null || accounts.has(session.accountId))) this.account = true
    if (topics.admin) this.desk = this.desk.union(kinds)
  }

  /** Changes may have been missed, so it has to fetch everything again. */
  markMissed(): void {
    this.reset = true
    this.account = this.topics.me
    this.markDesk()
  }

  /** Anything that the back office shows may have changed. */
  markDesk(): void {
    if (this.topics.admin) this.desk = ALL_KINDS
  }

  /** The back office has been told of everything. */
  clearDesk(): void {
    this.desk = NO_KINDS
  }

  /** Whether it is ready for more. */
  canWrite(): boolean {
    if (this.#socket.writableLength > BUFFERED_BYTES_MAX) return false
    this.#busyBeats = 0
    return true
  }

  /** Writes the bytes without copying them: all clients share them. */
  write(bytes: Buffer): void {
    if (!this.closed) this.#socket.write(bytes)
  }

  /** Writes pieces while the client is ready for more, and remembers how far it got. False if some are left. */
  writeAll(pieces: Iterable<Piece>): boolean {
    for (const { bytes, upTo } of pieces) {
      if (!this.canWrite()) return false
      this.write(bytes)
      this.seen = upTo
    }
    return true
  }

  /** Sends a heartbeat. False if the client has not read for too long. */
  beat(heartbeat: Buffer): boolean {
    if (this.canWrite()) {
      this.write(heartbeat)
      return true
    }
    this.#busyBeats += 1
    return this.#busyBeats < BUSY_BEATS_MAX
  }

  /** Ends the stream, after `last` if given. */
  end(last?: Buffer): void {
    if (this.closed) return
    if (last !== undefined) this.#socket.write(last)
    this.closed = true
    this.#socket.destroySoon()
    setTimeout(() => this.#socket.destroy(), CLOSE_WITHIN_MS).unref()
  }

  /** Ends the stream at once; buffered data is lost. */
  destroy(): void {
    this.closed = true
    this.#socket.destroy()
  }
}
