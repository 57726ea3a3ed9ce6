// The newest event of each stream that this process knows to be stored. Stored events never change, so this never gets
// wrong.
import { LRUCache } from 'lru-cache'
import type { StreamHead } from '../../port.ts'

const MAX_STREAMS = 50_000

/** Reads the event of a version from the server. */
type ReadVersion = (stream: string, version: number, until: number) => Promise<StreamHead | undefined>

export class StoredHeads {
  readonly #newest = new LRUCache<string, StreamHead>({ max: MAX_STREAMS })
  readonly #read: ReadVersion

  constructor(read: ReadVersion) {
    this.#read = read
  }

  /** Remembers a stored event, so that the next append on it need not look it up. */
  observe(stream: string, { version, hash }: StreamHead): void {
    if (version < 0) return
    const newest = this.#newest.get(stream)
    if (!newest || newest.version < version) this.#newest.set(stream, { version, hash })
  }

  /**
   * Whether the event that an append builds on is stored. That nothing follows it is for the server to check, by
   * revision.
   */
  async has(stream: string, { version, hash }: StreamHead, until: number): Promise<boolean> {
    if (version < 0) return true
    const newest = this.#newest.get(stream)
    if (newest?.version === version) return newest.hash === hash
    // an append on an older revision can only be a repeat of the same bytes, or a conflict
    if (newest && newest.version > version) return true
    const stored = await this.#read(stream, version, until)
    if (stored) this.observe(stream, stored)
    return stored?.hash === hash
  }
}
