// Work that excludes each other within a process: one piece at a time, in the order in which they came.
export class Turns {
  #last: Promise<unknown> = Promise.resolve()

  /** Begins `work` once all before it has ended, however that went. Rejects with its error. */
  take<T>(work: () => Promise<T>): Promise<T> {
    const turn = this.#last.then(work)
    this.#last = turn.catch(() => undefined)
    return turn
  }

  /** Resolves when all that has come so far has ended; never rejects. */
  async ended(): Promise<void> {
    await this.#last
  }
}
