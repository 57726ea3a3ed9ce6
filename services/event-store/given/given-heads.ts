// Whether a stream still has the head that an append was given, for stores that cannot compare another stream's head as
// they write. The read that tells began after the call; calls that come during a read share the next one.
import { createSharedReads } from '#services/platform/process/shared-reads.ts'
import { TransientMap } from '#services/platform/transient-map.ts'
import { sameHead } from '../pending-append.ts'
import type { AppendRequest, AppendResult, EventStore, Given, StreamHead } from '../port.ts'

export class GivenHeads {
  readonly #headOf: (stream: string) => Promise<StreamHead>
  /**
   * For each stream, the last append that waits for a given head, or that waits behind one that does: the appends of a
   * stream keep their order.
   */
  readonly #turns = new TransientMap<string, Promise<boolean>>()

  constructor(read: EventStore['readHead']) {
    this.#headOf = createSharedReads(read)
  }

  /** Passes a request on to `append`, unless the stream that it was given has another head. */
  async append(request: AppendRequest, append: EventStore['append']): Promise<AppendResult> {
    const { stream, given } = request
    const before = this.#turns.get(stream)
    if (given === undefined && before === undefined) return append(request)
    const holds = given === undefined ? true : this.#holds(given)
    const turn = Promise.allSettled([before, holds]).then(() => holds)
    this.#turns.set(stream, turn)
    try {
      return (await turn) ? append(request) : { ok: false, conflict: true, superseded: true }
    } finally {
      if (this.#turns.get(stream) === turn) this.#turns.delete(stream)
    }
  }

  async #holds({ stream, head }: Given): Promise<boolean> {
    return sameHead(await this.#headOf(stream), head)
  }
}
