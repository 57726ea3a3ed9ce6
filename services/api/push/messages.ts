// Server-sent events as bytes that all clients share: a game's change is serialized once, however many follow it.
import type { Game, Push } from '#services/contract/contract.ts'
import type { Change, GameChanges } from './game-changes.ts'

/** Messages are joined up to this size: that takes fewer writes, and at most one such piece waits for a slow client. */
const PIECE_BYTES_MAX = 16_384

export const HEARTBEAT = Buffer.from(': \n\n')
/** Sent to a stream that is evicted by a newer one. */
export const TOO_MANY_STREAMS = message({ kind: 'closed', reason: 'too-many-streams' })

/** One server-sent event. A client that reconnects sends the last `id` it saw: it has seen everything up to there. */
export function message(push: Push, id?: string): Buffer {
  return encode(JSON.stringify(push), id)
}

function encode(json: string, id?: string): Buffer {
  return Buffer.from(`${id === undefined ? '' : `id: ${id}\n`}event: message\ndata: ${json}\n\n`)
}

const joined = (parts: readonly Buffer[]): Buffer => (parts.length === 1 ? parts[0]! : Buffer.concat(parts))

export type Piece = { readonly bytes: Buffer; readonly upTo: number }

type Topic = 'live' | 'event'
type Source = {
  readonly game: (fixture: string) => Game | null
  readonly changes: GameChanges
  readonly idOf: (change: number) => string
}

/** The changes of games that go out together: everything up to the newest at the time this was created. */
export class GameMessages {
  readonly upTo: number
  readonly #from: number
  readonly #source: Source
  readonly #json = new Map<string, string | null>()
  readonly #bytes = new Map<string, Buffer | null>()
  #shared: readonly Piece[] | null | undefined

  /** `from`: how far clients that follow all games and keep up have already been sent. */
  constructor(source: Source, from: number) {
    this.#source = source
    this.#from = from
    this.upTo = source.changes.sequence
  }

  /** For clients that follow all games and have everything up to `seen`. Null if the rest is too much to tell. */
  live(seen: number): Iterable<Piece> | null {
    if (seen === this.#from && this.#shared !== undefined) return this.#shared
    const changes = this.#source.changes.after(seen)
    const pieces = changes === null ? null : this.#pieces(changes, 'live')
    if (seen !== this.#from) return pieces
    this.#shared = pieces === null ? null : [...pieces]
    return this.#shared
  }

  /** For clients that follow only these games. */
  followed(fixtures: Iterable<string>, seen: number): Iterable<Piece> | null {
    const { changes } = this.#source
    if (!changes.knows(seen)) return null
    const changed: Change[] = []
    for (const fixture of fixtures) {
      const at = changes.lastOf(fixture)
      if (at > seen) changed.push({ fixture, at })
    }
    changed.sort((a, b) => a.at - b.at)
    return this.#pieces(changed, 'event')
  }

  /** Lazy, so that nothing is joined for a client that is not ready for more. */
  *#pieces(changes: readonly Change[], topic: Topic): Iterable<Piece> {
    let parts: Buffer[] = []
    let size = 0
    let upTo = 0
    for (const { fixture, at } of changes) {
      // it has changed again meanwhile, so the next round has it
      if (at > this.upTo) continue
      const bytes = this.#one(fixture, at, topic)
      if (bytes === null) continue
      if (size > 0 && size + bytes.length > PIECE_BYTES_MAX) {
        yield { bytes: joined(parts), upTo }
        parts = []
        size = 0
      }
      parts.push(bytes)
      size += bytes.length
      upTo = at
    }
    if (size > 0) yield { bytes: joined(parts), upTo }
  }

  #one(fixture: string, at: number, topic: Topic): Buffer | null {
    const name = topic === 'live' ? topic : `event:${fixture}`
    const key = topic === 'live' ? fixture : name
    let bytes = this.#bytes.get(key)
    if (bytes === undefined) {
      const json = this.#jsonOf(fixture)
      bytes = json === null ? null : encode(`{"kind":"game","topic":"${name}","game":${json}}`, this.#source.idOf(at))
      this.#bytes.set(key, bytes)
    }
    return bytes
  }

  #jsonOf(fixture: string): string | null {
    let json = this.#json.get(fixture)
    if (json === undefined) {
      const game = this.#source.game(fixture)
      json = game === null ? null : JSON.stringify(game)
      this.#json.set(fixture, json)
    }
    return json
  }
}
