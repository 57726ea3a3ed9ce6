// Appends on a server that compares revisions and nothing else. The port asks for more: the expected hash, and that what
// builds on a failed append fails too, though the revision may happen to fit. So a stream has one call in flight from
// this process; what arrives meanwhile goes together in the next, and streams do not wait for each other.
import { setImmediate as turn } from 'node:timers/promises'
import { checkAppend } from '../check-append.ts'
import {
  type AppendRequest,
  type AppendResult,
  LogIdentityMismatch,
  type StoredEvent,
  StoreUnavailable,
  type StreamHead,
} from '../port.ts'
import { bytesOf, type Chunk, headAfter, type PendingAppend, takeChunk } from './chunk.ts'
import { type AppendCalls, type Delivered, deliver, outcomeUnknown } from './delivery.ts'
import type { Patience } from './patience.ts'
import { StoredHeads } from './stored-heads.ts'

export class Appender {
  readonly #calls: AppendCalls
  readonly #patience: Pick<Patience, 'connect' | 'resolve'>
  /** Appends that wait, of each stream that has a call in flight or is about to. */
  readonly #queues = new Map<string, PendingAppend[]>()
  readonly #heads: StoredHeads
  #closed: (() => void) | null = null

  constructor(calls: AppendCalls, patience: Pick<Patience, 'connect' | 'resolve'>) {
    this.#calls = calls
    this.#patience = patience
    this.#heads = new StoredHeads(async (stream, version, until) => (await calls.events(stream, version, 1, until))[0])
  }

  append(request: AppendRequest): Promise<AppendResult> {
    return new Promise((resolve, reject) => {
      checkAppend(request)
      if (this.#closed) throw new StoreUnavailable('the event store is closed')
      const pending = { request, bytes: bytesOf(request), head: headAfter(request), resolve, reject }
      const queue = this.#queues.get(request.stream)
      if (queue) return void queue.push(pending)
      this.#queues.set(request.stream, [pending])
      void this.#drain(request.stream)
    })
  }

  /** An event was read: the next append that expects it need not look for it. */
  noteStored(stream: string, head: StreamHead): void {
    this.#heads.note(stream, head)
  }

  /** Resolves when every append has its answer; takes no more. */
  close(): Promise<void> {
    return new Promise((resolve) => {
      this.#closed = resolve
      if (this.#queues.size === 0) resolve()
    })
  }

  async #drain(stream: string): Promise<void> {
    // at once, but with all that this turn of the event loop brings
    await turn()
    for (let queue = this.#queues.get(stream)!; queue.length > 0; queue = this.#queues.get(stream)!) {
      const { chunk, left } = takeChunk(queue)
      this.#queues.set(stream, left)
      try {
        await this.#carryOut(chunk)
      } catch (error) {
        this.#fail(chunk, error)
      }
    }
    this.#queues.delete(stream)
    if (this.#queues.size === 0) this.#closed?.()
  }

  /** The server has been away for seconds: whoever queued up behind has not been sent, and need not wait as long. */
  #fail(chunk: Chunk, error: unknown): void {
    const behind = this.#queues.get(chunk.stream)!
    this.#queues.set(chunk.stream, [])
    for (const append of chunk.appends) append.reject(error)
    const unsent =
      error instanceof LogIdentityMismatch
        ? error
        : new StoreUnavailable('the event store cannot be reached', { cause: error })
    for (const append of behind) append.reject(unsent)
  }

  async #carryOut(chunk: Chunk): Promise<void> {
    const until = Date.now() + this.#patience.connect
    if (!(await this.#heads.has(chunk.stream, chunk.expected, until))) return answerConflict(chunk.appends)
    const answer = await deliver(chunk, this.#calls, until, this.#patience.resolve)
    if (answer.kind === 'written') await this.#answerWritten(chunk, answer)
    else await this.#answerRefused(chunk)
  }

  async #answerWritten(chunk: Chunk, answer: Extract<Delivered, { kind: 'written' }>): Promise<void> {
    const { stream, head, appends } = chunk
    if (answer.revision !== head.version) {
      throw new LogIdentityMismatch(
        `${stream} has been deleted on the event store: version ${head.version} became ${answer.revision}`,
      )
    }
    this.#heads.note(stream, head)
    const last = appends[appends.length - 1]!
    const before = appends.slice(0, -1)
    // the answer has one position, that of the last event
    if (before.length > 0) await this.#answerStored(chunk, before)
    last.resolve({ ok: true, position: answer.position, head: last.head })
  }

  /** Gives the appends that were written with others their own positions. */
  async #answerStored(chunk: Chunk, appends: readonly PendingAppend[]): Promise<void> {
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
    const isRepeat = ({ head }: PendingAppend) => stored.get(head.version)?.hash === head.hash
    const repeats = chunk.appends.filter(isRepeat)
    const others = chunk.appends.filter((append) => !isRepeat(append))
    for (const append of repeats) answerRepeat(append, stored.get(append.head.version))
    if (repeats.length === 0) answerConflict(others)
    else this.#queues.set(chunk.stream, [...others, ...this.#queues.get(chunk.stream)!])
  }

  /** What the stream holds at the versions of a chunk. */
  async #storedOf({ stream, expected }: Chunk, appends: readonly PendingAppend[]): Promise<Map<number, StoredEvent>> {
    const count = appends[appends.length - 1]!.head.version - expected.version
    const until = Date.now() + this.#patience.connect
    const events = await this.#calls.events(stream, expected.version + 1, count, until)
    for (const event of events.slice(-1)) this.#heads.note(stream, event)
    return new Map(events.map((event) => [event.version, event]))
  }
}

function answerRepeat({ head, resolve, reject }: PendingAppend, stored: StoredEvent | undefined): void {
  if (stored?.hash === head.hash) resolve({ ok: true, position: stored.position, head })
  else reject(new LogIdentityMismatch(`event ${head.version} was written and is not there`))
}

function answerConflict(appends: readonly PendingAppend[]): void {
  for (const append of appends) append.resolve({ ok: false, conflict: true })
}
