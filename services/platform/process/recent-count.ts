// How many of something there were lately: a count that fades, so that a steady rate keeps it at rate × fade.

const LATELY_MS = 250
/**
 * From this many recent events on, announcements and later writes are made for several events together
 * (docs/decisions/0017-batches-grow-with-the-load.md).
 */
export const MANY_EVENTS = 20

export class RecentCount {
  #level = 0
  #at = 0
  readonly #fadeMs: number
  readonly #now: () => number

  /** What was added has faded to about a third (1/e) after `fadeMs`. `now`: monotonic milliseconds. */
  constructor(fadeMs = LATELY_MS, now: () => number = () => performance.now()) {
    this.#fadeMs = fadeMs
    this.#now = now
  }

  /** Adds to the count, and returns it. */
  add(count: number): number {
    const now = this.#now()
    this.#level = this.#level * Math.exp((this.#at - now) / this.#fadeMs) + count
    this.#at = now
    return this.#level
  }
}
