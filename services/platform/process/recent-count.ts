// How many of something there were lately: a count that fades, so that a steady rate holds it at rate × fade.

const LATELY_MS = 250
/** From so many events lately on, whoever tells of them or writes what follows does so for several together (docs/decisions/0017-batches-grow-with-the-load.md). */
export const MANY_EVENTS = 20

export class RecentCount {
  #level = 0
  #at = 0
  readonly #fadeMs: number
  readonly #now: () => number

  /** What was added is a third of itself after `fadeMs`. `now`: monotonic milliseconds. */
  constructor(fadeMs = LATELY_MS, now: () => number = () => performance.now()) {
    this.#fadeMs = fadeMs
    this.#now = now
  }

  /** Answers how many there were lately, these among them. */
  add(count: number): number {
    const now = this.#now()
    this.#level = this.#level * Math.exp((this.#at - now) / this.#fadeMs) + count
    this.#at = now
    return this.#level
  }
}
