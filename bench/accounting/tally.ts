// What processes worked between the first look and the last, by the part that each belongs to.

/** By part. */
export type Work = Readonly<Record<string, number>>

/** From milliseconds for this many bets or requests. */
export const microsecondsEach = (work: Work, count: number): Work =>
  Object.fromEntries(Object.entries(work).map(([part, ms]) => [part, (ms * 1_000) / count]))

type Seen = { readonly part: string; readonly from: number; now: number }

export class Tally {
  readonly #seen = new Map<number, Seen>()
  #begun = false

  /**
   * `parts`: the part of each process. `worked`: what a process has worked so far. A process that did not exist at the
   * first look counts from its start.
   */
  look(parts: ReadonlyMap<number, string>, worked: (pid: number) => number): void {
    for (const [pid, part] of parts) {
      const now = worked(pid)
      const seen = this.#seen.get(pid)
      // a thread that ended takes its count with it, so the count may go down
      if (seen !== undefined) seen.now = Math.max(seen.now, now)
      else this.#seen.set(pid, { part, from: this.#begun ? 0 : now, now })
    }
    this.#begun = true
  }

  byPart(): Work {
    const sums: Record<string, number> = {}
    for (const { part, from, now } of this.#seen.values()) sums[part] = (sums[part] ?? 0) + now - from
    return sums
  }
}
