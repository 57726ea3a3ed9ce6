// One lane of a LaneQueue: jobs waiting by source, served round robin.

export type LaneOptions = {
  /** How many jobs it may start for each one of a lane of weight 1 while both are busy. */
  readonly weight: number
  /** Whether it may use the slots that are closed to other lanes. */
  readonly reserved: boolean
  /** How many jobs may wait in it. */
  readonly waitingMax: number
}

export type Entry = { readonly start: () => void; readonly fail: (error: Error) => void }

export class Lane {
  readonly options: LaneOptions
  readonly #sources = new Map<string, Entry[]>()
  size = 0
  /** Stride scheduling: grows by 1/weight with every job started. */
  pass = 0

  constructor(options: LaneOptions) {
    this.options = options
  }

  push(source: string, entry: Entry): void {
    const others = this.#sources.get(source)
    if (others === undefined) this.#sources.set(source, [entry])
    else others.push(entry)
    this.size += 1
  }

  /** The oldest entry of the next source, which then goes to the end of the round. */
  shift(): Entry {
    const [source, entries] = this.#sources.entries().next().value!
    const entry = entries.shift()!
    this.#sources.delete(source)
    if (entries.length > 0) this.#sources.set(source, entries)
    this.size -= 1
    return entry
  }

  remove(source: string, entry: Entry): boolean {
    const entries = this.#sources.get(source)
    const at = entries?.indexOf(entry) ?? -1
    if (entries === undefined || at < 0) return false
    entries.splice(at, 1)
    if (entries.length === 0) this.#sources.delete(source)
    this.size -= 1
    return true
  }

  get isFull(): boolean {
    return this.size >= this.options.waitingMax
  }

  /**
   * The entries of the source with the most waiting, if `source` would still have fewer after adding one; otherwise
   * null.
   */
  crowdedBy(source: string): Entry[] | null {
    let longest: Entry[] = []
    for (const entries of this.#sources.values()) if (entries.length > longest.length) longest = entries
    const own = this.#sources.get(source)?.length ?? 0
    return longest.length > own + 1 ? longest : null
  }

  /** Removes the newest of these entries. */
  displace(entries: Entry[]): Entry {
    this.size -= 1
    return entries.pop()!
  }
}
