// The newest event of each stream that this process has seen stored. What is stored never changes.
import { LRUCache } from 'lru-cache'
import type { StreamHead } from '../port.ts'

const MAX_STREAMS = 50_000

/** Asks the server for the event of a version, until a time. */
type ReadOne = (stream: string, version: number, until: number) => Promise<StreamHead | undefined>

export class StoredHeads {
  readonly #newest = new LRUCache<string, StreamHead>({ max: MAX_STREAMS })
  readonly #read: ReadOne

  constructor(read: ReadOne) {
    this.#read = read
  }

  /** An event was seen stored: the next append that expects it need not look for it. */
  note(stream: string, { version, hash }: StreamHead): void {
    if (version < 0) return
    const newest = this.#newest.get(stream)
    if (!newest || newest.version < version) this.#newest.set(stream, { version, hash })
  }

  /** Whether the event that an append builds on is there. What follows it is the server's to judge, by its revision. */
  async has(stream: string, { version, hash }: StreamHead, until: number): Promise<boolean> {
    if (version < 0) return true
    const newest = this.#newest.get(stream)
    if (newest?.version === version) return newest.hash === hash
    // a revision that has a successor can only be answered as a repeat, of the same bytes, or as a conflict
    if (newest && newest.version > version) return true
    const stored = await this.#read(stream, version, until)
    if (stored) this.note(stream, stored)
    return stored?.hash === hash
  }
}
