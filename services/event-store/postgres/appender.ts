// Group commit. One call is in the air at a time; what arrives meanwhile goes together in the next, so the batch grows
// with the load by itself and one fsync serves all of it.
import { checkAppend } from '../check-append.ts'
import { type AppendRequest, type AppendResult, OutcomeUnknown, StoreUnavailable } from '../port.ts'
import { type Batch, headAfter, takeBatch, type Waiting } from './batch.ts'

/** What the appender asks of its connection. Both throw StoreUnavailable or OutcomeUnknown. */
export type AppendCalls = {
  /** Position of the first event of each chunk; null where the stream's head was another. Throws BatchRefused too. */
  write(batch: Batch): Promise<(number | null)[]>
  /** Position of each append's last event where exactly that event is stored; null where it is not. */
  find(appends: readonly Waiting[]): Promise<(number | null)[]>
}

/** The database refused the call and wrote nothing: one of its chunks may be at fault. */
export class BatchRefused extends StoreUnavailable {}

/** Gives out answers that are ready. */
type Answer = () => void

export class Appender {
  #waiting: Waiting[] = []
  #busy = false
  #closed: (() => void) | null = null
  readonly #calls: AppendCalls
  readonly #committed: () => void

  /** `committed` is called after each commit that wrote something. */
  constructor(calls: AppendCalls, committed: () => void) {
    this.#calls = calls
    this.#committed = committed
  }

  append(request: AppendRequest): Promise<AppendResult> {
    return new Promise((resolve, reject) => {
      checkAppend(request)
      if (this.#closed) throw new StoreUnavailable('the event store is closed')
      this.#waiting.push({ request, head: headAfter(request), resolve, reject })
      if (this.#busy) return
      this.#busy = true
      // at once, but with all that this turn of the event loop brings
      setImmediate(() => void this.#work())
    })
  }

  /** Resolves when every append has its answer; takes no more. */
  close(): Promise<void> {
    return new Promise((resolve) => {
      this.#closed = resolve
      if (!this.#busy) resolve()
    })
  }

  async #work(): Promise<void> {
    let next: Promise<Answer> | null = this.#sendWaiting()
    while (next) {
      const answer = await next
      // the next call is on its way before this one's answers are used: database and callers work side by side
      next = this.#waiting.length > 0 ? this.#sendWaiting() : null
      answer()
    }
    this.#busy = false
    this.#closed?.()
  }

  async #sendWaiting(): Promise<Answer> {
    const { batch, left } = takeBatch(this.#waiting)
    this.#waiting = left
    try {
      return await this.#send(batch)
    } catch (error) {
      // the store has been away for seconds: whoever queued up behind has not been sent, and need not wait as long
      const behind = this.#waiting
      this.#waiting = []
      const unavailable = new StoreUnavailable('the event store cannot be reached', { cause: error })
      return () => {
        for (const append of appendsOf(batch)) append.reject(error as Error)
        for (const append of behind) append.reject(unavailable)
      }
    }
  }

  async #send(batch: Batch): Promise<Answer> {
    try {
      return await this.#write(batch)
    } catch (error) {
      if (!(error instanceof BatchRefused)) throw error
      if (batch.length === 1) return () => batch[0]!.appends.forEach((append) => void append.reject(error))
      const answers: Answer[] = []
      for (const chunk of batch) answers.push(await this.#send([chunk]))
      return () => answers.forEach((answer) => void answer())
    }
  }

  async #write(batch: Batch): Promise<Answer> {
    const positions = await this.#calls.write(batch)
    const refused = appendsOf(batch.filter((_, index) => positions[index] === null))
    const stored = await this.#find(refused)
    if (refused.length < appendsOf(batch).length || stored.size > 0) this.#committed()
    const answers: Answer[] = batch.map((chunk, index) => {
      const position = positions[index]
      return position == null ? this.#answerRefused(chunk.appends, stored) : answerWritten(chunk.appends, position)
    })
    return () => answers.forEach((answer) => void answer())
  }

  /** Of appends whose stream had another head: the positions of those that had been written before. */
  async #find(refused: readonly Waiting[]): Promise<Map<Waiting, number | Error>> {
    const stored = new Map<Waiting, number | Error>()
    if (refused.length === 0) return stored
    try {
      const positions = await this.#calls.find(refused)
      refused.forEach((append, index) => {
        const position = positions[index]
        if (position != null) stored.set(append, position)
      })
    } catch (error) {
      const unknown = new OutcomeUnknown('it could not be read whether an append had been written', { cause: error })
      for (const append of refused) stored.set(append, unknown)
    }
    return stored
  }

  /**
   * The head was not the expected one. Appends that are stored already are repeats, and are answered as the first time;
   * what builds on the last of them is sent once more by itself; the others have lost.
   */
  #answerRefused(appends: readonly Waiting[], stored: ReadonlyMap<Waiting, number | Error>): Answer {
    const repeats = appends.filter((append) => stored.has(append))
    const others = appends.filter((append) => !stored.has(append))
    if (repeats.length > 0) this.#waiting.unshift(...others)
    return () => {
      for (const append of repeats) {
        const position = stored.get(append)!
        if (position instanceof Error) append.reject(position)
        else append.resolve({ ok: true, position: String(position), head: append.head })
      }
      if (repeats.length === 0) for (const append of others) append.resolve({ ok: false, conflict: true })
    }
  }
}

function answerWritten(appends: readonly Waiting[], first: number): Answer {
  return () => {
    let next = first
    for (const append of appends) {
      next += append.request.events.length
      append.resolve({ ok: true, position: String(next - 1), head: append.head })
    }
  }
}

function appendsOf(batch: Batch): Waiting[] {
  return batch.flatMap((chunk) => chunk.appends)
}
