// A store in memory that is as difficult as EventStoreDB. Positions are sparse, larger than a double can hold, and
// given as byte offsets; the all-stream is full of events of others; only the revision is checked, not the hash;
// replies are lost after writing; slow subscribers are dropped, and get events again. So nothing written for it can
// come to rely on how well Postgres behaves.
import type { EncodedEvent, StoredEvent } from '../../port.ts'

/** One record of the all-stream; `event` is null if it is not ours. */
type Log = { readonly position: bigint; readonly event: StoredEvent | null }

export type Faults = {
  /** The number of next appends that are written, but whose replies are lost. */
  loseAnswers: number
  /** The number of next appends that are lost before they are written, without a reply. */
  loseAppends: number
  /** Nothing can be reached. */
  down: boolean
}

class ConnectionLost extends Error {
  override readonly name = 'ConnectionLost'
}

export type Appended = { readonly written: true; readonly position: bigint } | { readonly written: false }

type Push = { deliver: (record: StoredEvent) => void; dropped: () => void; buffered: StoredEvent[]; busy: boolean }

/** Beyond 2^53: a position that is ever converted to a number becomes a different one. */
const FIRST_POSITION = 9_007_199_254_740_993n
/** By how many live events a slow subscriber may fall behind. */
const BUFFER = 32

export class MemoryServer {
  readonly faults: Faults = { loseAnswers: 0, loseAppends: 0, down: false }
  readonly #records: Log[] = []
  readonly #streams = new Map<string, StoredEvent[]>()
  readonly #subscribers = new Set<Push>()
  #position = FIRST_POSITION

  constructor() {
    this.#addStranger()
  }

  /** Throws ConnectionLost, which does not tell whether the events were written. */
  async append(stream: string, revision: number, events: readonly EncodedEvent[]): Promise<Appended> {
    await this.#travel()
    if (this.faults.loseAppends > 0) {
      this.faults.loseAppends -= 1
      throw new ConnectionLost('before writing')
    }
    const result = this.#write(stream, revision, events)
    if (this.faults.loseAnswers > 0) {
      this.faults.loseAnswers -= 1
      throw new ConnectionLost('after writing')
    }
    await this.#travel()
    return result
  }

  #write(stream: string, revision: number, events: readonly EncodedEvent[]): Appended {
    const stored = this.#streams.get(stream) ?? []
    // the trap of idempotence by id: a retry with the same revision gets the result of the first time, even if it is
    // only a prefix
    const again = events.map((_, index) => stored[revision + 1 + index])
    if (again.every((event, index) => event?.id === events[index]?.id)) {
      return { written: true, position: BigInt(again.at(-1)!.position) }
    }
    if (stored.length - 1 !== revision) return { written: false }
    this.#streams.set(stream, stored)
    for (const event of events) {
      const one = { ...event, stream, position: String(this.#position) }
      stored.push(one)
      this.#add(one, BigInt(event.body.length))
      if (this.#records.length % 3 === 0) this.#addStranger()
    }
    return { written: true, position: BigInt(stored.at(-1)!.position) }
  }

  /** Throws ConnectionLost if nothing can be reached. */
  async ping(): Promise<void> {
    await this.#travel()
  }

  async readStream(stream: string, from: number, count: number): Promise<StoredEvent[]> {
    await this.#travel()
    return (this.#streams.get(stream) ?? []).slice(from, from + count)
  }

  /** Inclusive, as EventStoreDB reads forwards; events of others count. */
  async readAll(from: bigint, count: number): Promise<Log[]> {
    await this.#travel()
    const start = this.#firstAt(from)
    return this.#records.slice(start, start + count)
  }

  async lastOfOurs(): Promise<StoredEvent | null> {
    await this.#travel()
    return this.#records.findLast((record) => record.event !== null)?.event ?? null
  }

  /**
   * Pushes our events from `from` on, inclusive, then live ones. `dropped` is called when the subscriber is too slow or
   * the connection is cut.
   */
  async subscribe(from: bigint, deliver: (event: StoredEvent) => void, dropped: () => void): Promise<() => void> {
    await this.#travel()
    const past = this.#records.slice(this.#firstAt(from)).flatMap(({ event }) => (event ? [event] : []))
    const push: Push = { deliver, dropped, buffered: past, busy: false }
    this.#subscribers.add(push)
    this.#pump(push)
    return () => this.#subscribers.delete(push)
  }

  /** Cuts every subscription, as a restart of the server does. */
  dropSubscribers(): void {
    for (const push of [...this.#subscribers]) this.#drop(push)
  }

  #add(event: StoredEvent | null, size: bigint): void {
    this.#records.push({ position: this.#position, event })
    this.#position += size + 61n
    if (!event) return
    for (const push of [...this.#subscribers]) {
      push.buffered.push(event)
      if (push.busy && push.buffered.length > BUFFER) this.#drop(push)
      else this.#pump(push)
    }
  }

  #addStranger(): void {
    this.#add(null, 100n)
  }

  /** Delivers a few events per turn of the event loop; a writer is faster than that. */
  #pump(push: Push): void {
    if (push.busy) return
    push.busy = true
    setImmediate(() => {
      if (!this.#subscribers.has(push)) return
      for (const event of push.buffered.splice(0, 8)) push.deliver(event)
      push.busy = false
      if (push.buffered.length > 0) this.#pump(push)
    })
  }

  #drop(push: Push): void {
    this.#subscribers.delete(push)
    setImmediate(push.dropped)
  }

  #firstAt(position: bigint): number {
    let low = 0
    let high = this.#records.length
    while (low < high) {
      const middle = (low + high) >> 1
      if (this.#records[middle]!.position < position) low = middle + 1
      else high = middle
    }
    return low
  }

  /** Waits for a turn of the event loop, in which others may run. */
  async #travel(): Promise<void> {
    await new Promise((resolve) => setImmediate(resolve))
    if (this.faults.down) throw new ConnectionLost('the server is down')
  }
}
