// Checks that the server still holds the same log: on every new connection, because a restored backup, or a failover
// that lost the end of the log, would answer too.
import { LEDGER_STREAM } from '#domain/ledger/log-events.ts'
import { LogIdentityMismatch, type StoredEvent } from '../../port.ts'
import { compareNumericPositions } from '../../positions.ts'
import type { Reader } from '../read/reader.ts'
import { NoSuchPosition } from '../wire/failures.ts'

type KnownEvent = Pick<StoredEvent, 'position' | 'id'>

export class LogIdentity {
  #first: KnownEvent | null = null
  #newest: KnownEvent | null = null

  /** Called once, with the log's first event. */
  begin(first: KnownEvent): void {
    this.#first = first
    this.observe(first)
  }

  /** Called with events known to be in the log. */
  observe(known: KnownEvent): void {
    if (this.#newest && compareNumericPositions(known.position, this.#newest.position) <= 0) return
    this.#newest = { position: known.position, id: known.id }
  }

  /** Throws LogIdentityMismatch, or StoreUnavailable if the log cannot be read. */
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
