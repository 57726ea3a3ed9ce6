// Memory for batches of the log, reused after they were folded: getting memory from the system and giving it back takes
// long.
import { BATCH_BYTES, freshMemory, type LogBytes } from './log-rows.ts'

export class BatchMemories {
  /** Of the batches that were sent and not folded yet, in order. */
  readonly #sent: SharedArrayBuffer[] = []
  readonly #free: SharedArrayBuffer[] = []

  /** Memory for a batch of at least this many bytes. */
  readonly take = (bytes: number): LogBytes => {
    const kept = bytes === BATCH_BYTES ? this.#free.pop() : undefined
    return kept === undefined ? freshMemory(bytes) : Buffer.from(kept)
  }

  sent({ buffer }: LogBytes): void {
    this.#sent.push(buffer)
  }

  /**
   * The first `count` batches that were sent have been folded. Memory that was larger because of a long row is not
   * kept.
   */
  folded(count: number): void {
    for (const memory of this.#sent.splice(0, count)) if (memory.byteLength === BATCH_BYTES) this.#free.push(memory)
  }
}
