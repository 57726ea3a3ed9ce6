// The replies of a read, in pages as they arrive. The server is held back while they are not consumed.
import { setImmediate as endOfTurn } from 'node:timers/promises'
import { failureOf } from '../wire/failures.ts'
import type { ReadCall } from '../wire/protocol.ts'
import type { ReadReply } from '../wire/replies.ts'

export class PagedRead {
  #buffer: ReadReply[] = []
  #ended = false
  #failure: unknown = null
  #onArrival: () => void = () => undefined
  readonly #call: ReadCall

  /** `bufferSize`: how many replies may wait here, not counting those in transit. */
  constructor(call: ReadCall, bufferSize = 1_000) {
    this.#call = call
    call.on('data', (reply: ReadReply) => {
      this.#buffer.push(reply)
      if (this.#buffer.length >= bufferSize) call.pause()
      this.#onArrival()
    })
    call.on('end', () => this.#end(null))
    call.on('error', (error: Error) => this.#end(failureOf(error)))
  }

  /**
   * The replies since the last call, after waiting for the first of them; an empty page if that takes longer than
   * `timeoutMs`, null at the end. Throws StoreUnavailable or LogIdentityMismatch once all earlier replies were
   * consumed.
   */
  async next(timeoutMs: number): Promise<ReadReply[] | null> {
    if (this.#buffer.length === 0 && !this.#ended) {
      await this.#arrival(timeoutMs)
      // together with everything that arrives in this turn of the event loop
      await endOfTurn()
    }
    if (this.#buffer.length > 0) {
      const page = this.#buffer
      this.#buffer = []
      this.#call.resume()
      return page
    }
    if (this.#failure !== null) throw this.#failure
    return this.#ended ? null : []
  }

  /** Every page, to the end. Calls `onTimeout` whenever none arrives for `timeoutMs`, and throws what that throws. */
  async *pages(timeoutMs: number, onTimeout: () => Promise<void>): AsyncGenerator<ReadReply[]> {
    try {
      for (let page = await this.next(timeoutMs); page !== null; page = await this.next(timeoutMs)) {
        if (page.length === 0) await onTimeout()
        else yield page
      }
    } finally {
      this.cancel()
    }
  }

  /** Ends the read early; nothing more arrives. */
  cancel(): void {
    if (this.#ended) return
    this.#end(null)
    this.#call.cancel()
  }

  #end(failure: unknown): void {
    if (this.#ended) return
    this.#ended = true
    this.#failure = failure
    this.#onArrival()
  }

  async #arrival(timeoutMs: number): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>()
    const timer = setTimeout(resolve, timeoutMs)
    this.#onArrival = resolve
    await promise
    clearTimeout(timer)
  }
}
