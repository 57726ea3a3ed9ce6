// Appends to a server that compares only revisions. The port demands more: the expected hash has to match, and whatever
// builds on a failed append has to fail too, even if the revision happens to fit. So each stream has at most one call
// in flight from this process. What arrives meanwhile goes together in the next call; streams do not wait for each
// other.
import { setImmediate as endOfTurn } from 'node:timers/promises'
import { TransientMap } from '#services/platform/transient-map.ts'
import { inCallSpans } from '../../call-span.ts'
import { checkAppend } from '../../check-append.ts'
import { observeBatch } from '../../metrics.ts'
import { headAfter, type PendingAppend, rejectAll, resolveConflict } from '../../pending-append.ts'
import {
  type AppendRequest,
  type AppendResult,
  LogIdentityMismatch,
  type StoredEvent,
  StoreUnavailable,
  type StreamHead,
} from '../../port.ts'
import type { Timeouts } from '../timeouts.ts'
import { bytesOf, type Chunk, nextChunk, type SizedAppend } from './chunk.ts'
import { type AppendCalls, type DeliveredOutcome, deliver, outcomeUnknown } from './delivery.ts'
import { StoredHeads } from './stored-heads.ts'

export class Appender {
  readonly #calls: AppendCalls
  readonly #timeouts: Pick<Timeouts, 'connect' | 'resolve'>
  /** Waiting appends, for each stream that has a call in flight or is about to. */
  readonly #queues = new TransientMap<string, SizedAppend[]>()
  readonly #heads: StoredHeads
  #closed: (() => void) | null = null

  constructor(calls: AppendCalls, timeouts: Pick<Timeouts, 'connect' | 'resolve'>) {
    this.#calls = calls
    this.#timeouts = timeouts
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

  /** Remembers an event that was read, so that the next append on it need not look it up. */
  observeStored(stream: string, head: StreamHead): void {
    this.#heads.observe(stream, head)
  }

  /** Accepts no more appends, and resolves when every append has its result. */
  close(): Promise<void> {
    return new Promise((resolve) => {
      this.#closed = resolve
      if (this.#queues.size === 0) resolve()
    })
  }

  async #drain(stream: string): Promise<void> {
    // without delay, but together with everything that arrives in this turn of the event loop
    await endOfTurn()
    for (let queue = this.#queues.get(stream)!; queue.length > 0; queue = this.#queues.get(stream)!) {
      const { chunk, left } = nextChunk(queue)
      this.#queues.set(stream, left)
      try {
        await this.#write(chunk)
      } catch (error) {
        this.#fail(chunk, error)
      }
    }
    this.#queues.delete(stream)
    if (this.#queues.size === 0) this.#closed?.()
  }

  /**
   * Fails a chunk, and at once everything queued behind it: nothing of that was sent, and the server has been down for
   * seconds already.
   */
  #fail(chunk: Chunk, error: unknown): void {
    const queued = this.#queues.get(chunk.stream)!
    this.#queues.set(chunk.stream, [])
    rejectAll(chunk.appends, error)
    const unsent =
      error instanceof LogIdentityMismatch
        ? error
        : new StoreUnavailable('the event store cannot be reached', { cause: error })
    rejectAll(queued, unsent)
  }

  async #write(chunk: Chunk): Promise<void> {
    const until = Date.now() + this.#timeouts.connect
    if (!(await this.#heads.has(chunk.stream, chunk.expected, until))) return resolveConflict(chunk.appends)
    observeBatch(chunk.events.length)
    const outcome = await inCallSpans(chunk.appends, () => deliver(chunk, this.#calls, until, this.#timeouts.resolve))
    if (outcome.kind === 'written') await this.#resolveWritten(chunk, outcome)
    else await this.#resolveRefused(chunk)
  }

  async #resolveWritten(chunk: Chunk, outcome: Extract<DeliveredOutcome, { kind: 'written' }>): Promise<void> {
    const { stream, head, appends } = chunk
    if (outcome.revision !== head.version) {
      throw new LogIdentityMismatch(
        `${stream} has been deleted on the event store: version ${head.version} became ${outcome.revision}`,
      )
    }
    this.#heads.observe(stream, head)
    const last = appends[appends.length - 1]!
    const before = appends.slice(0, -1)
    // the reply has only the position of the last event
    if (before.length > 0) await this.#resolveStored(chunk, before)
    last.resolve({ ok: true, position: outcome.position, head: last.head })
  }

  /** Resolves appends that were written together with others, each with its own position. */
  async #resolveStored(chunk: Chunk, appends: readonly SizedAppend[]): Promise<void> {
    try {
      const stored = await this.#storedOf(chunk, appends)
      for (const append of appends) resolveRepeat(append, stored.get(append.head.version))
    } catch (error) {
      rejectAll(appends, outcomeUnknown(error))
    }
  }

  /**
   * The revision was not the expected one. Appends that are already stored are repeats, and get the same result as the
   * first time; what builds on the last of them is sent again on its own; the others are conflicts.
   */
  async #resolveRefused(chunk: Chunk): Promise<void> {
    const stored = await this.#storedOf(chunk, chunk.appends).catch((error: unknown) => {
      throw outcomeUnknown(error)
    })
    const isRepeat = ({ head }: SizedAppend) => stored.get(head.version)?.hash === head.hash
    const repeats = chunk.appends.filter(isRepeat)
    const others = chunk.appends.filter((append) => !isRepeat(append))
    for (const append of repeats) resolveRepeat(append, stored.get(append.head.version))
    if (repeats.length === 0) resolveConflict(others)
    else this.#queues.set(chunk.stream, [...others, ...this.#queues.get(chunk.stream)!])
  }

  /** What the stream holds at the versions of a chunk, by version. */
  async #storedOf({ stream, expected }: Chunk, appends: readonly SizedAppend[]): Promise<Map<number, StoredEvent>> {
    const count = appends[appends.length - 1]!.head.version - expected.version
    const until = Date.now() + this.#timeouts.connect
    const events = await this.#calls.events(stream, expected.version + 1, count, until)
    for (const event of events.slice(-1)) this.#heads.observe(stream, event)
    return new Map(events.map((event) => [event.version, event]))
  }
}

function resolveRepeat({ head, resolve, reject }: PendingAppend, stored: StoredEvent | undefined): void {
  if (stored?.hash === head.hash) resolve({ ok: true, position: stored.position, head })
  else reject(new LogIdentityMismatch(`event ${head.version} was written and is not there`))
}
