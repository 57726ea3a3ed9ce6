// Appends on a server that compares revisions and nothing else. The port asks for more: the expected hash, and that what
// builds on a failed append fails too, though the revision may happen to fit. So a stream has one call in flight from
// this process; what arrives meanwhile goes together in the next, and streams do not wait for each other.
import { setTimeout as pause, setImmediate as turn } from 'node:timers/promises'
import { LRUCache } from 'lru-cache'
import { checkAppend } from '../check-append.ts'
import {
  type AppendRequest,
  type AppendResult,
  AppendTooLarge,
  type EncodedEvent,
  OtherLog,
  OutcomeUnknown,
  type StoredEvent,
  StoreUnavailable,
  type StreamHead,
} from '../port.ts'
import type { Answer } from './append-stream.ts'
import { bytesOf, type Chunk, headAfter, takeChunk, type Waiting } from './chunk.ts'
import { AccessRefused } from './failures.ts'

/** What the appender asks of the server; stream names are ours. */
export type AppendCalls = {
  /** Resolves when the server can be reached. Throws StoreUnavailable after `until`; OtherLog, AccessRefused at once. */
  ready(until: number): Promise<void>
  /** Sends at once and once. Never rejects. */
  send(stream: string, revision: number, events: readonly EncodedEvent[]): Promise<Answer>
  /** Up to `count` events from a version on. Throws StoreUnavailable, OtherLog, having tried until `until`. */
  events(stream: string, from: number, count: number, until: number): Promise<StoredEvent[]>
}

export type AppendPatience = {
  /** How long to try to reach the server with an append that has not been sent. */
  readonly connectMs: number
  /** How long to find out what became of one that was. */
  readonly resolveMs: number
}

type Written = Extract<Answer, { kind: 'written' }>

/** Streams of which one stored event is remembered. */
const REMEMBERED = 50_000

export class Appender {
  readonly #calls: AppendCalls
  readonly #patience: AppendPatience
  /** Waiting appends of each stream that has a call in flight, or is about to. */
  readonly #lanes = new Map<string, Waiting[]>()
  /** The newest event of a stream that is known to be stored. What is stored never changes. */
  readonly #stored = new LRUCache<string, StreamHead>({ max: REMEMBERED })
  #closed: (() => void) | null = null

  constructor(calls: AppendCalls, patience: AppendPatience) {
    this.#calls = calls
    this.#patience = patience
  }

  append(request: AppendRequest): Promise<AppendResult> {
    return new Promise((resolve, reject) => {
      checkAppend(request)
      if (this.#closed) throw new StoreUnavailable('the event store is closed')
      const waiting = { request, bytes: bytesOf(request), head: headAfter(request), resolve, reject }
      const lane = this.#lanes.get(request.stream)
      if (lane) return void lane.push(waiting)
      this.#lanes.set(request.stream, [waiting])
      void this.#work(request.stream)
    })
  }

  /** An event was read: the next append that expects it need not look for it. */
  sawStored(stream: string, { version, hash }: StreamHead): void {
    if (version < 0) return
    const known = this.#stored.get(stream)
    if (!known || known.version < version) this.#stored.set(stream, { version, hash })
  }

  /** Resolves when every append has its answer; takes no more. */
  close(): Promise<void> {
    return new Promise((resolve) => {
      this.#closed = resolve
      if (this.#lanes.size === 0) resolve()
    })
  }

  async #work(stream: string): Promise<void> {
    // at once, but with all that this turn of the event loop brings
    await turn()
    for (let waiting = this.#lanes.get(stream)!; waiting.length > 0; waiting = this.#lanes.get(stream)!) {
      const { chunk, left } = takeChunk(waiting)
      this.#lanes.set(stream, left)
      try {
        await this.#carryOut(chunk)
      } catch (error) {
        this.#fail(chunk, error)
      }
    }
    this.#lanes.delete(stream)
    if (this.#lanes.size === 0) this.#closed?.()
  }

  /** The server has been away for seconds: whoever queued up behind has not been sent, and need not wait as long. */
  #fail(chunk: Chunk, error: unknown): void {
    const behind = this.#lanes.get(chunk.stream)!
    this.#lanes.set(chunk.stream, [])
    for (const append of chunk.appends) append.reject(error)
    const unsent =
      error instanceof OtherLog ? error : new StoreUnavailable('the event store cannot be reached', { cause: error })
    for (const append of behind) append.reject(unsent)
  }

  async #carryOut(chunk: Chunk): Promise<void> {
    const until = Date.now() + this.#patience.connectMs
    if (!(await this.#isStored(chunk.stream, chunk.expected, until))) return answerConflict(chunk.appends)
    const answer = await this.#deliver(chunk, until)
    if (answer.kind === 'written') await this.#answerWritten(chunk, answer)
    else await this.#answerRefused(chunk)
  }

  /** Whether the event that an append builds on is there. What follows it is the server's to judge, by its revision. */
  async #isStored(stream: string, { version, hash }: StreamHead, until: number): Promise<boolean> {
    if (version < 0) return true
    const known = this.#stored.get(stream)
    if (known && known.version === version) return known.hash === hash
    // a revision that has a successor can only be answered as a repeat, of the same bytes, or as a conflict
    if (known && known.version > version) return true
    const [event] = await this.#calls.events(stream, version, 1, until)
    if (event) this.sawStored(stream, event)
    return event?.hash === hash
  }

  /**
   * Sends until there is an answer. Sent again with the same ids and the same revision, an append is answered as the
   * first time, whether that arrived or not. Throws OutcomeUnknown; before anything was sent StoreUnavailable, OtherLog.
   */
  async #deliver(chunk: Chunk, until: number): Promise<Written | { kind: 'wrong-revision' }> {
    let doubt: Error | null = null
    let limit = until
    for (let wait = 0; ; wait = Math.min(2 * wait + 10, 500)) {
      if (wait > 0) await pause(wait)
      try {
        await this.#calls.ready(limit)
      } catch (error) {
        throw doubt ? outcomeUnknown(doubt) : error
      }
      const answer = await this.#calls.send(chunk.stream, chunk.expected.version, chunk.events)
      if (answer.kind === 'written' || answer.kind === 'wrong-revision') return answer
      if (answer.kind === 'refused' && (doubt === null || answer.why === 'too-large')) throw refusalOf(answer)
      if (answer.kind === 'unknown' && doubt === null) {
        doubt = answer.error
        limit = Date.now() + this.#patience.resolveMs
      }
      if (Date.now() < limit) continue
      throw doubt
        ? outcomeUnknown(doubt)
        : new StoreUnavailable('the event store takes no appends', { cause: answer.error })
    }
  }

  async #answerWritten(chunk: Chunk, { position, revision }: Written): Promise<void> {
    if (revision !== chunk.head.version) {
      throw new OtherLog(
        `${chunk.stream} has been deleted on the event store: version ${chunk.head.version} became ${revision}`,
      )
    }
    this.sawStored(chunk.stream, chunk.head)
    const last = chunk.appends[chunk.appends.length - 1]!
    const before = chunk.appends.slice(0, -1)
    // the answer has one position, that of the last event
    if (before.length > 0) await this.#answerStored(chunk, before)
    last.resolve({ ok: true, position, head: last.head })
  }

  /** Gives the appends that were written with others their own positions. */
  async #answerStored(chunk: Chunk, appends: readonly Waiting[]): Promise<void> {
    try {
      const stored = await this.#storedOf(chunk, appends)
      for (const append of appends) answerRepeat(append, stored.get(append.head.version))
    } catch (error) {
      for (const append of appends) append.reject(outcomeUnknown(error))
    }
  }

  /**
   * Another revision than expected. Appends that are stored already are repeats, and are answered as the first time; what
   * builds on the last of them is sent once more by itself; the others have lost.
   */
  async #answerRefused(chunk: Chunk): Promise<void> {
    const stored = await this.#storedOf(chunk, chunk.appends).catch((error: unknown) => {
      throw outcomeUnknown(error)
    })
    const isRepeat = ({ head }: Waiting) => stored.get(head.version)?.hash === head.hash
    const repeats = chunk.appends.filter(isRepeat)
    const others = chunk.appends.filter((append) => !isRepeat(append))
    for (const append of repeats) answerRepeat(append, stored.get(append.head.version))
    if (repeats.length === 0) answerConflict(others)
    else this.#lanes.set(chunk.stream, [...others, ...this.#lanes.get(chunk.stream)!])
  }

  /** What the stream holds at the versions of a chunk. */
  async #storedOf(chunk: Chunk, appends: readonly Waiting[]): Promise<Map<number, StoredEvent>> {
    const from = chunk.expected.version + 1
    const count = appends[appends.length - 1]!.head.version - chunk.expected.version
    const until = Date.now() + this.#patience.connectMs
    const events = await this.#calls.events(chunk.stream, from, count, until)
    const last = events.at(-1)
    if (last) this.sawStored(chunk.stream, last)
    return new Map(events.map((event) => [event.version, event]))
  }
}

function answerRepeat({ head, resolve, reject }: Waiting, stored: StoredEvent | undefined): void {
  if (stored?.hash === head.hash) resolve({ ok: true, position: stored.position, head })
  else reject(new OtherLog(`event ${head.version} was written and is not there`))
}

function answerConflict(appends: readonly Waiting[]): void {
  for (const append of appends) append.resolve({ ok: false, conflict: true })
}

function outcomeUnknown(cause: unknown): OutcomeUnknown {
  return new OutcomeUnknown('it is not known whether an append was written', { cause })
}

function refusalOf({ why, error }: Extract<Answer, { kind: 'refused' }>): Error {
  if (why === 'too-large') return new AppendTooLarge('more than the event store takes in one append', { cause: error })
  if (why === 'deleted')
    return new OtherLog('a stream of the log has been deleted on the event store', { cause: error })
  return new AccessRefused('the event store refuses the append: the credentials may not write', { cause: error })
}
