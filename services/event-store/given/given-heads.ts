// Whether a stream still has the head that an append was given, for stores that cannot hold one stream against another as they
// write. The read that says so began after the call; all who ask meanwhile share the next.
import { sameHead } from '../pending-append.ts'
import type { AppendRequest, AppendResult, EventStore, Given, StreamHead } from '../port.ts'

/** The running read of a stream's head, and the next one. */
type Reads = { readonly running: Promise<StreamHead>; next: Promise<StreamHead> | null }

export class GivenHeads {
  readonly #read: EventStore['readHead']
  readonly #reads = new Map<string, Reads>()

  constructor(read: EventStore['readHead']) {
    this.#read = read
  }

  /** Hands a request on to `append`, unless the stream that it was given has another head. */
  async append(request: AppendRequest, append: EventStore['append']): Promise<AppendResult> {
    const { given } = request
    if (given !== undefined && !(await this.#holds(given))) return { ok: false, conflict: true, superseded: true }
    return append(request)
  }

  async #holds({ stream, head }: Given): Promise<boolean> {
    return sameHead(await this.#headOf(stream), head)
  }

  #headOf(stream: string): Promise<StreamHead> {
    const reads = this.#reads.get(stream)
    if (reads === undefined) return this.#begin(stream)
    const begin = () => this.#begin(stream)
    reads.next ??= reads.running.then(begin, begin)
    return reads.next
  }

  #begin(stream: string): Promise<StreamHead> {
    const reads: Reads = {
      next: null,
      running: this.#read(stream).finally(() => {
        if (this.#reads.get(stream) === reads) this.#reads.delete(stream)
      }),
    }
    this.#reads.set(stream, reads)
    return reads.running
  }
}
