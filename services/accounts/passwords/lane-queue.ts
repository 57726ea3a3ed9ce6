// A queue for expensive work, in weighted lanes: a busy lane gets its share of the slots and no more, and within a lane
// the sources are served round robin, so that a flood delays only its own sender. When a lane is full, the source with
// the most waiting jobs loses its newest one.
import { type Entry, Lane, type LaneOptions } from './lane.ts'

/** Thrown when too many jobs are waiting. */
export class QueueFull extends Error {
  override readonly name = 'QueueFull'
}

/** Thrown when a job's signal is aborted before it was started. */
export class JobAbandoned extends Error {
  override readonly name = 'JobAbandoned'
}

export type QueueTicket<Name extends string> = {
  readonly lane: Name
  /** Who sent the job. Sources are served round robin. */
  readonly source: string
  /** Aborted when nobody waits for the result any more. */
  readonly signal?: AbortSignal | undefined
}

export class LaneQueue<Name extends string> {
  readonly #lanes: Map<string, Lane>
  readonly #slots: number
  readonly #openSlots: number
  #running = 0
  /** How many of the running jobs are from lanes that may not use reserved slots. */
  #runningOpen = 0
  #pass = 0

  /** `reserved` of the slots are closed to lanes that are not reserved; at least one always stays open. */
  constructor(lanes: Readonly<Record<Name, LaneOptions>>, { slots, reserved }: { slots: number; reserved: number }) {
    this.#lanes = new Map(Object.entries<LaneOptions>(lanes).map(([name, options]) => [name, new Lane(options)]))
    this.#slots = slots
    this.#openSlots = Math.max(1, slots - reserved)
  }

  /** Whether a job with this ticket would be admitted. */
  hasRoom({ lane: name, source }: QueueTicket<Name>): boolean {
    const lane = this.#lanes.get(name)!
    return !lane.isFull || lane.crowdedBy(source) !== null
  }

  /** Throws QueueFull; JobAbandoned if the signal is aborted before the job starts; and whatever `work` throws. */
  async run<Result>({ lane: name, source, signal }: QueueTicket<Name>, work: () => Promise<Result>): Promise<Result> {
    const lane = this.#lanes.get(name)!
    await this.#enter(lane, source, signal)
    try {
      return await work()
    } finally {
      this.#running -= 1
      if (!lane.options.reserved) this.#runningOpen -= 1
      this.#startWaiting()
    }
  }

  #enter(lane: Lane, source: string, signal: AbortSignal | undefined): Promise<void> {
    return new Promise((resolve, reject) => {
      if (signal?.aborted) return reject(new JobAbandoned('the caller has gone'))
      const abandon = () => {
        if (lane.remove(source, entry)) reject(new JobAbandoned('the caller has gone'))
      }
      const settle = () => signal?.removeEventListener('abort', abandon)
      const entry: Entry = {
        start: () => {
          settle()
          resolve()
        },
        fail: (error) => {
          settle()
          reject(error)
        },
      }
      if (lane.isFull) {
        const full = new QueueFull('too many jobs are waiting')
        const crowd = lane.crowdedBy(source)
        if (crowd === null) return reject(full)
        lane.displace(crowd).fail(full)
      }
      signal?.addEventListener('abort', abandon, { once: true })
      // an idle lane must not save up turns
      if (lane.size === 0) lane.pass = Math.max(lane.pass, this.#pass)
      lane.push(source, entry)
      this.#startWaiting()
    })
  }

  #startWaiting(): void {
    while (this.#running < this.#slots) {
      const lane = this.#nextLane()
      if (lane === null) return
      this.#pass = Math.max(this.#pass, lane.pass)
      lane.pass += 1 / lane.options.weight
      this.#running += 1
      if (!lane.options.reserved) this.#runningOpen += 1
      lane.shift().start()
    }
  }

  #nextLane(): Lane | null {
    let next: Lane | null = null
    for (const lane of this.#lanes.values()) {
      if (lane.size === 0 || (!lane.options.reserved && this.#runningOpen >= this.#openSlots)) continue
      if (next === null || lane.pass < next.pass) next = lane
    }
    return next
  }
}
