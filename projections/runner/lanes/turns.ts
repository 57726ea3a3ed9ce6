// Mutual exclusion within a process: one piece of work at a time, in the order in which they came.
export class Turns {
  #last: Promise<unknown> = Promise.resolve()

  /** Begins `work` once all earlier work has ended, even by a failure. Rejects with the error of `work`. */
  take<T>(work: () => Promise<T>): Promise<T> {
    const turn = this.#last.then(work)
    this.#last = turn.catch(() => undefined)
    return turn
  }

  /** Resolves when all work so far has ended; never rejects. */
  async ended(): Promise<void> {
    await this.#last
  }
}
