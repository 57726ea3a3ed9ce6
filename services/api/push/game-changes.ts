// Which games changed, in the order of their last changes. What a client has missed follows from one number: the last
// change it saw.

/** How many changed games are kept for clients that reconnect. */
const STORED_MAX = 5_000
/** If more games than this changed, the client is told to fetch what it shows. */
const ANNOUNCED_MAX = 400

export type Change = { readonly fixture: string; readonly at: number }

export class GameChanges {
  readonly #last = new Map<string, number>()
  /** Ordered by `at`. An entry whose fixture changed again later is obsolete. */
  #log: Change[] = []
  #sequence = 0
  /** The newest change that was dropped. */
  #droppedUpTo = 0

  /** The number of the newest change. */
  get sequence(): number {
    return this.#sequence
  }

  add(fixtures: readonly string[]): void {
    for (const fixture of fixtures) {
      this.#sequence += 1
      this.#last.set(fixture, this.#sequence)
      this.#log.push({ fixture, at: this.#sequence })
    }
    if (this.#log.length > 2 * STORED_MAX) this.#dropOldest()
  }

  #dropOldest(): void {
    const current = this.#log.filter((change) => this.#isCurrent(change))
    const dropped = current.slice(0, Math.max(0, current.length - STORED_MAX))
    for (const { fixture, at } of dropped) {
      this.#last.delete(fixture)
      this.#droppedUpTo = at
    }
    this.#log = current.slice(dropped.length)
  }

  /** Number of a game's last change; 0 if none is stored. */
  lastOf(fixture: string): number {
    return this.#last.get(fixture) ?? 0
  }

  /** Whether everything after this change is stored. */
  knows(since: number): boolean {
    return since >= this.#droppedUpTo && since <= this.#sequence
  }

  /** What changed after `since`, the oldest change first; null if it is too much to tell, or no longer stored. */
  after(since: number): readonly Change[] | null {
    if (!this.knows(since)) return null
    const changes: Change[] = []
    for (let index = this.#indexAfter(since); index < this.#log.length; index++) {
      const change = this.#log[index]!
      if (!this.#isCurrent(change)) continue
      if (changes.length === ANNOUNCED_MAX) return null
      changes.push(change)
    }
    return changes
  }

  #isCurrent({ fixture, at }: Change): boolean {
    return this.#last.get(fixture) === at
  }

  #indexAfter(since: number): number {
    let [low, high] = [0, this.#log.length]
    while (low < high) {
      const middle = (low + high) >> 1
      if (this.#log[middle]!.at > since) high = middle
      else low = middle + 1
    }
    return low
  }
}
