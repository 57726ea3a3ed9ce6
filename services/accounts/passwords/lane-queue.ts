// A queue for dear work, in lanes: a busy lane takes its share of the turns and no more, and within a lane the sources take
// turns, so that whoever sends much waits for himself. Where a lane is full, whoever has the most in it loses his last.

/** Thrown where too much waits already. */
export class QueueFull extends Error {
  override readonly name = 'QueueFull'
}

/** Thrown where nobody waits for the work any more; it has not been begun. */
export class TurnAbandoned extends Error {
  override readonly name = 'GivenUp'
}

export type LaneOptions = {
  /** Turns that it gets for one of a lane of weight 1, while both are busy. */
  readonly weight: number
  /** May take the slots that are kept free of the other lanes. */
  readonly reserved: boolean
  /** How much may wait in it. */
  readonly waitingMax: number
}

export type Turn<Name extends string> = {
  readonly lane: Name
  /** Who asks: turns are taken among sources. */
  readonly source: string
  /** Aborted when nobody waits any more. */
  readonly signal?: AbortSignal | undefined
}

type Entry = { readonly go: () => void; readonly fail: (error: Error) => void }

class Lane {
  readonly options: LaneOptions
  readonly #sources = new Map<string, Entry[]>()
  size = 0
  /** How much of its share it has had. */
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

  /** The next source's first; the source goes to the end of the line. */
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

  /** What waits for the source that has the most, where that is more than `source` would have; else null. */
  crowdedBy(source: string): Entry[] | null {
    let longest: Entry[] = []
    for (const entries of this.#sources.values()) if (entries.length > longest.length) longest = entries
    const own = this.#sources.get(source)?.length ?? 0
    return longest.length > own + 1 ? longest : null
  }

  /** Takes the last of them. */
  displace(entries: Entry[]): Entry {
    this.size -= 1
    return entries.pop()!
  }
}

export class LaneQueue<Name extends string> {
  readonly #lanes: Map<string, Lane>
  readonly #slots: number
  readonly #open: number
  #running = 0
  /** Of those, in lanes that may not take a reserved slot. */
  #runningOpen = 0
  #pass = 0

  /** `reserved` of the slots are for lanes that say so, where that leaves one. */
  constructor(lanes: Readonly<Record<Name, LaneOptions>>, { slots, reserved }: { slots: number; reserved: number }) {
    this.#lanes = new Map(Object.entries<LaneOptions>(lanes).map(([name, options]) => [name, new Lane(options)]))
    this.#slots = slots
    this.#open = Math.max(1, slots - reserved)
  }

  /** Whether somebody would be let wait. */
  hasRoom({ lane: name, source }: Turn<Name>): boolean {
    const lane = this.#lanes.get(name)!
    return !lane.isFull || lane.crowdedBy(source) !== null
  }

  /** Throws QueueFull, and GivenUp where the signal is aborted before its turn has come. */
  async run<Result>({ lane: name, source, signal }: Turn<Name>, work: () => Promise<Result>): Promise<Result> {
    const lane = this.#lanes.get(name)!
    await this.#turn(lane, source, signal)
    try {
      return await work()
    } finally {
      this.#running -= 1
      if (!lane.options.reserved) this.#runningOpen -= 1
      this.#begin()
    }
  }

  #turn(lane: Lane, source: string, signal: AbortSignal | undefined): Promise<void> {
    return new Promise((resolve, reject) => {
      if (signal?.aborted) return reject(new TurnAbandoned('nobody waits for it any more'))
      const giveUp = () => {
        if (lane.remove(source, entry)) reject(new TurnAbandoned('nobody waits for it any more'))
      }
      const leave = () => signal?.removeEventListener('abort', giveUp)
      const entry: Entry = {
        go: () => {
          leave()
          resolve()
        },
        fail: (error) => {
          leave()
          reject(error)
        },
      }
      if (lane.isFull) {
        const full = new QueueFull('too many wait for their turn')
        const most = lane.crowdedBy(source)
        if (most === null) return reject(full)
        lane.displace(most).fail(full)
      }
      signal?.addEventListener('abort', giveUp, { once: true })
      // an idle lane saves nothing up
      if (lane.size === 0) lane.pass = Math.max(lane.pass, this.#pass)
      lane.push(source, entry)
      this.#begin()
    })
  }

  #begin(): void {
    while (this.#running < this.#slots) {
      const lane = this.#next()
      if (lane === null) return
      this.#pass = Math.max(this.#pass, lane.pass)
      lane.pass += 1 / lane.options.weight
      this.#running += 1
      if (!lane.options.reserved) this.#runningOpen += 1
      lane.shift().go()
    }
  }

  #next(): Lane | null {
    let next: Lane | null = null
    for (const lane of this.#lanes.values()) {
      if (lane.size === 0 || (!lane.options.reserved && this.#runningOpen >= this.#open)) continue
      if (next === null || lane.pass < next.pass) next = lane
    }
    return next
  }
}
