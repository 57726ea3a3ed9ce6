// The pauses between attempts: each twice as long as the one before, up to a limit.
import { setTimeout as pause } from 'node:timers/promises'

export class Backoff {
  readonly #firstMs: number
  readonly #maxMs: number
  #nextMs: number

  constructor(firstMs: number, maxMs: number) {
    this.#firstMs = firstMs
    this.#maxMs = maxMs
    this.#nextMs = firstMs
  }

  /** How long the next pause will be, in milliseconds. */
  get nextMs(): number {
    return this.#nextMs
  }

  /** For callers with a timer of their own: the next pause in milliseconds, counted as taken. */
  next(): number {
    const ms = this.#nextMs
    this.#nextMs = Math.min(2 * ms, this.#maxMs)
    return ms
  }

  /** Pauses. Resolves at once when `signal` is aborted; never rejects. */
  async wait(signal?: AbortSignal): Promise<void> {
    await pause(this.next(), undefined, { ...(signal && { signal }) }).catch(() => undefined)
  }

  /** After a success: the next pause is the first again. */
  reset(): void {
    this.#nextMs = this.#firstMs
  }
}
