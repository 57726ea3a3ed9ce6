// Group commit. One call is in flight at a time; what arrives meanwhile goes together in the next. So batches grow with
// the load, and one fsync serves a whole batch.
import { inCallSpans } from '../call-span.ts'
import { checkAppend } from '../check-append.ts'
import { observeBatch } from '../metrics.ts'
import { headAfter, type PendingAppend, rejectAll, resolveConflict, resolveSuperseded } from '../pending-append.ts'
import { type AppendRequest, type AppendResult, StoreUnavailable } from '../port.ts'
import { type AppendCalls, BatchRefused } from './append-calls.ts'
import { type Batch, nextBatch } from './batch.ts'
import { type Found, findAfterRefusal } from './refusal.ts'

/** Resolves the appends of a call. */
type Resolve = () => void

export class Appender {
  #pending: PendingAppend[] = []
  #busy = false
  #closed: (() => void) | null = null
  readonly #calls: AppendCalls
  readonly #onCommit: (events: number) => void

  /**
   * `onCommit` is called after each commit that wrote something, with the largest number of events that it may have
   * written.
   */
  constructor(calls: AppendCalls, onCommit: (events: number) => void) {
    this.#calls = calls
    this.#onCommit = onCommit
  }

  append(request: AppendRequest): Promise<AppendResult> {
    return new Promise((resolve, reject) => {
      checkAppend(request)
      if (this.#closed) throw new StoreUnavailable('the event store is closed')
      this.#pending.push({ request, head: headAfter(request), resolve, reject })
      if (this.#busy) return
      this.#busy = true
      // without delay, but together with everything that arrives in this turn of the event loop
      setImmediate(() => void this.#drain())
    })
  }

  /** Accepts no more appends, and resolves when every append has its result. */
  close(): Promise<void> {
    return new Promise((resolve) => {
      this.#closed = resolve
      if (!this.#busy) resolve()
    })
  }

  async #drain(): Promise<void> {
    let next: Promise<Resolve> | null = this.#sendPending()
    while (next) {
      const resolve = await next
      // the next call is sent first, so that database and callers work in parallel
      next = this.#pending.length > 0 ? this.#sendPending() : null
      resolve()
    }
    this.#busy = false
    this.#closed?.()
  }

  async #sendPending(): Promise<Resolve> {
    const { batch, left } = nextBatch(this.#pending)
    this.#pending = left
    try {
      return await this.#send(batch)
    } catch (error) {
      return this.#fail(appendsOf(batch), error)
    }
  }

  async #send(batch: Batch): Promise<Resolve> {
    try {
      return await this.#write(batch)
    } catch (error) {
      if (!(error instanceof BatchRefused)) throw error
      if (batch.chunks.length === 1) return () => rejectAll(appendsOf(batch), error)
      return this.#sendOneByOne(batch)
    }
  }

  /** After one that fails no other is sent; those before it keep their results. */
  async #sendOneByOne({ chunks, given }: Batch): Promise<Resolve> {
    const resolves: Resolve[] = []
    for (const [index, chunk] of chunks.entries()) {
      try {
        resolves.push(await this.#send({ chunks: [chunk], given }))
      } catch (error) {
        this.#pending.unshift(...chunks.slice(index + 1).flatMap(({ appends }) => appends))
        resolves.push(this.#fail(chunk.appends, error))
        break
      }
    }
    return () => resolves.forEach((resolve) => void resolve())
  }

  /**
   * Fails these appends, and at once everything queued behind them: nothing of that was sent, and the store has been
   * down for seconds already.
   */
  #fail(appends: readonly PendingAppend[], error: unknown): Resolve {
    const queued = this.#pending
    this.#pending = []
    const unavailable = new StoreUnavailable('the event store cannot be reached', { cause: error })
    return () => {
      rejectAll(appends, error)
      rejectAll(queued, unavailable)
    }
  }

  async #write(batch: Batch): Promise<Resolve> {
    const appends = appendsOf(batch)
    const events = eventsIn(appends)
    observeBatch(events)
    const positions = await inCallSpans(appends, () => this.#calls.write(batch))
    if (positions === null) return this.#resolveSuperseded(batch)
    const refused = batch.chunks.filter((_, index) => positions[index] === null).flatMap((chunk) => chunk.appends)
    const found = await findAfterRefusal(this.#calls, refused)
    if (refused.length < appends.length || found.stored.size > 0) this.#onCommit(events)
    const resolves: Resolve[] = batch.chunks.map((chunk, index) => {
      const position = positions[index]
      return position == null ? this.#resolveRefused(chunk.appends, found) : resolveWritten(chunk.appends, position)
    })
    return () => resolves.forEach((resolve) => void resolve())
  }

  /**
   * The stream that was given has another head, so nothing of the call was written. Appends that were given no head are
   * sent again before any that were given one. Appends that an earlier call had written are recognised by their heads.
   */
  async #resolveSuperseded(batch: Batch): Promise<Resolve> {
    const given = appendsOf(batch).filter(({ request }) => request.given !== undefined)
    const others = appendsOf(batch).filter(({ request }) => request.given === undefined)
    this.#pending.unshift(...others.map((append) => ({ ...append, waitsAgain: true }) as const))
    const { stored } = await findAfterRefusal(this.#calls, given)
    if (stored.size > 0) this.#onCommit(eventsIn(given))
    return () => {
      resolveRepeats(given, stored)
      resolveSuperseded(given.filter((append) => !stored.has(append)))
    }
  }

  /**
   * The head was not the expected one. Appends that are already stored are repeats, and get the same result as the
   * first time; what builds on the last of them is sent again on its own; the others are conflicts.
   */
  #resolveRefused(appends: readonly PendingAppend[], { stored, later }: Found): Resolve {
    const repeats = appends.filter((append) => stored.has(append))
    const others = appends.filter((append) => !stored.has(append))
    if (repeats.length > 0) this.#pending.unshift(...others)
    return () => {
      resolveRepeats(repeats, stored)
      if (repeats.length === 0) resolveConflict(others, later)
    }
  }
}

/** Resolves the appends that had been written before. */
function resolveRepeats(appends: readonly PendingAppend[], stored: ReadonlyMap<PendingAppend, number | Error>): void {
  for (const append of appends) {
    const position = stored.get(append)
    if (position instanceof Error) append.reject(position)
    else if (position !== undefined) append.resolve({ ok: true, position: String(position), head: append.head })
  }
}

function resolveWritten(appends: readonly PendingAppend[], first: number): Resolve {
  return () => {
    let next = first
    for (const append of appends) {
      next += append.request.events.length
      append.resolve({ ok: true, position: String(next - 1), head: append.head })
    }
  }
}

function appendsOf({ chunks }: Batch): PendingAppend[] {
  return chunks.flatMap((chunk) => chunk.appends)
}

const eventsIn = (appends: readonly PendingAppend[]): number =>
  appends.reduce((sum, { request }) => sum + request.events.length, 0)
