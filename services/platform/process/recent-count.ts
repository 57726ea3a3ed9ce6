// How many of something there were lately: a count that fades, so that a steady rate holds it at rate × fade.

export class RecentCount {
  #level = 0
  #at = 0
  readonly #fadeMs: number
  readonly #now: () => number

  /** What was added is a third of itself after `fadeMs`. `now`: monotonic milliseconds. */
  constructor(fadeMs: number, now: () => number = () => performance.now()) {
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
