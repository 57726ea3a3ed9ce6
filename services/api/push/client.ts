// One open event stream. What a client has not taken yet is remembered as names of what changed, never as messages: a
// slow client gets the latest state when it is ready, and its share of memory does not grow with what it missed.
import type { ServerResponse } from 'node:http'
import type { Session } from '../../identity/sessions.ts'

export type Topics = {
  readonly live: boolean
  readonly events: ReadonlySet<string>
  readonly me: boolean
  readonly admin: boolean
}

/** More games than this at once: the client is told to fetch what it shows. */
const CHANGED_GAMES_MAX = 400
/** Bytes that may wait in the socket before the client counts as busy. */
const BUFFERED_BYTES_MAX = 65_536

type Writing = Pick<ServerResponse, 'write' | 'end' | 'writableLength'>

export class StreamClient {
  readonly topics: Topics
  readonly token: string | null
  session: Session | null
  readonly games = new Set<string>()
  account = false
  admin = false
  reset = false
  closed = false
  readonly #response: Writing

  constructor(response: Writing, topics: Topics, token: string | null, session: Session | null) {
    this.#response = response
    this.topics = topics
    this.token = token
    this.session = session
  }

  get busy(): boolean {
    return this.#response.writableLength > BUFFERED_BYTES_MAX
  }

  changed(fixture: string): void {
    if (this.reset) return
    this.games.add(fixture)
    if (this.games.size > CHANGED_GAMES_MAX) this.missedTooMuch()
  }

  missedTooMuch(): void {
    this.reset = true
    this.games.clear()
  }

  write(text: string): void {
    if (!this.closed) this.#response.write(text)
  }

  end(): void {
    if (this.closed) return
    this.closed = true
    this.#response.end()
  }
}
