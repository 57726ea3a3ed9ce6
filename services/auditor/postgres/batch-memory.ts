// Memory of the log's batches, used again once they were folded: the system takes long to find new memory, and to take it back.
import { BATCH_BYTES, freshMemory, type LogBytes } from './log-rows.ts'

export class BatchMemories {
  /** Of the batches that were sent, in their order, and not folded yet. */
  readonly #sent: SharedArrayBuffer[] = []
  readonly #free: SharedArrayBuffer[] = []

  /** For a batch of so many bytes at least. */
  readonly take = (bytes: number): LogBytes => {
    const kept = bytes === BATCH_BYTES ? this.#free.pop() : undefined
    return kept === undefined ? freshMemory(bytes) : Buffer.from(kept)
  }

  sent({ buffer }: LogBytes): void {
    this.#sent.push(buffer)
  }

  /** So many of those that were sent, the first ones. What a long row took is not kept. */
  folded(count: number): void {
    for (const memory of this.#sent.splice(0, count)) if (memory.byteLength === BATCH_BYTES) this.#free.push(memory)
  }
}
