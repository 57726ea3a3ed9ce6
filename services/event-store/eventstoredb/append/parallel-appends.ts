// The append calls of one connection. A call takes one message after the other: the library writes one in a turn of the event
// loop, and the server reads the next when it has handed the one before to its writer. So appends that are in flight at once go
// by several calls, and what those write in a turn leaves together.
import type { EncodedEvent } from '../../port.ts'
import type { AppendCall } from '../wire/protocol.ts'
import { type AppendOutcome, BatchAppendCall } from './batch-append-call.ts'

/** More of them gain nothing. */
const MAX_CALLS = 16

export class ParallelAppends {
  readonly #open: () => AppendCall
  readonly #replyMs: number
  readonly #onClose: (error: Error) => void
  readonly #calls: BatchAppendCall[] = []
  #failure: Error | null = null

  /** As of a single call: what breaks one of them, or keeps it without a reply, ends all. */
  constructor(open: () => AppendCall, replyMs: number, onClose: (error: Error) => void) {
    this.#open = open
    this.#replyMs = replyMs
    this.#onClose = onClose
    this.#begin()
  }

  get isOpen(): boolean {
    return this.#failure === null
  }

  /** Sends at once. Never rejects. `stream` as on the server. */
  async send(stream: string, revision: number, events: readonly EncodedEvent[]): Promise<AppendOutcome> {
    if (this.#failure) return { kind: 'not-handled', error: this.#failure }
    try {
      return this.#leastBusy().send(stream, revision, events)
    } catch (error) {
      // the connection is closed, and no call can be begun on it
      this.close(error as Error)
      return { kind: 'not-handled', error: error as Error }
    }
  }

  close(error: Error): void {
    if (this.#failure) return
    this.#failure = error
    for (const call of this.#calls) call.close(error)
    this.#onClose(error)
  }

  /** A call with nothing in flight, a new one, or the one with least. */
  #leastBusy(): BatchAppendCall {
    const [first, ...others] = this.#calls as [BatchAppendCall, ...BatchAppendCall[]]
    const least = others.reduce((one, other) => (other.inFlight < one.inFlight ? other : one), first)
    return least.inFlight > 0 && this.#calls.length < MAX_CALLS ? this.#begin() : least
  }

  #begin(): BatchAppendCall {
    const call = new BatchAppendCall(this.#open(), this.#replyMs, (error) => this.close(error))
    this.#calls.push(call)
    return call
  }
}
