// That the server which answers holds the log we know: asked on every new connection, since a restored backup or a
// fail-over that lost a tail answers just as readily.
import { LEDGER_STREAM } from '#domain/ledger/log-events.ts'
import { LogIdentityMismatch, type StoredEvent } from '../port.ts'
import { compareNumericPositions } from '../positions.ts'
import { NoSuchPosition } from './failures.ts'
import type { Reader } from './reader.ts'

type Known = Pick<StoredEvent, 'position' | 'id'>

export class LogIdentity {
  #first: Known | null = null
  #newest: Known | null = null

  /** The log's first event, once it has been read. */
  begin(first: Known): void {
    this.#first = first
    this.note(first)
  }

  /** An event is in the log. */
  note(known: Known): void {
    if (this.#newest && compareNumericPositions(known.position, this.#newest.position) <= 0) return
    this.#newest = { position: known.position, id: known.id }
  }

  /** Throws LogIdentityMismatch; StoreUnavailable where it cannot be read. */
  async check(reader: Reader): Promise<void> {
    if (!this.#first || !this.#newest) return
    const { position, id } = this.#newest
    const [first] = await reader.events(LEDGER_STREAM, 0, 1)
    if (first?.id !== this.#first.id)
      throw new LogIdentityMismatch('the event store holds another log than at the start')
    const found = await reader.at(position).catch((error: unknown) => {
      if (error instanceof NoSuchPosition) return null
      throw error
    })
    if (found?.id !== id) {
      throw new LogIdentityMismatch(
        `the log on the event store is not the one seen before: event ${id} is not at ${position}`,
      )
    }
  }
}
