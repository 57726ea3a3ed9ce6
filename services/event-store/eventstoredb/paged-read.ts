// The replies of a read, taken in pages as they arrive. While nobody takes them the server is held back.
import { setImmediate as turn } from 'node:timers/promises'
import { failureOf } from './failures.ts'
import type { ReadCall, ReadReply } from './protocol.ts'

export class PagedRead {
  #arrived: ReadReply[] = []
  #ended = false
  #failure: unknown = null
  #wakeUp: () => void = () => undefined
  readonly #call: ReadCall

  /** `most`: so many replies wait here at most, give or take what is under way. */
  constructor(call: ReadCall, most = 1_000) {
    this.#call = call
    call.on('data', (reply: ReadReply) => {
      this.#arrived.push(reply)
      if (this.#arrived.length >= most) call.pause()
      this.#wakeUp()
    })
    call.on('end', () => this.#end(null))
    call.on('error', (error: Error) => this.#end(failureOf(error)))
  }

  /**
   * What has arrived since the last time; null when there is no more. Waits for the first reply, `withinMs` at most: then
   * nothing. Throws StoreUnavailable, LogIdentityMismatch, once all that arrived before has been taken.
   */
  async next(withinMs: number): Promise<ReadReply[] | null> {
    if (this.#arrived.length === 0 && !this.#ended) {
      await this.#something(withinMs)
      // with all that this turn of the event loop brings
      await turn()
    }
    if (this.#arrived.length > 0) {
      const page = this.#arrived
      this.#arrived = []
      this.#call.resume()
      return page
    }
    if (this.#failure !== null) throw this.#failure
    return this.#ended ? null : []
  }

  /** Every page, to the end. Calls `late` whenever none came for `withinMs`, and ends with what that throws. */
  async *pages(withinMs: number, late: () => Promise<void>): AsyncGenerator<ReadReply[]> {
    try {
      for (let page = await this.next(withinMs); page !== null; page = await this.next(withinMs)) {
        if (page.length === 0) await late()
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
    // the library forgets a cancellation that comes before the call has begun
    setImmediate(() => this.#call.cancel())
  }

  #end(failure: unknown): void {
    if (this.#ended) return
    this.#ended = true
    this.#failure = failure
    this.#wakeUp()
  }

  async #something(withinMs: number): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>()
    const timer = setTimeout(resolve, withinMs)
    this.#wakeUp = resolve
    await promise
    clearTimeout(timer)
  }
}
