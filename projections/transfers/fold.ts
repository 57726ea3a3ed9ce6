// Transfers in transit: sent on one stream, and not yet received on the other or returned.
import { tablesIn } from '../ddl.ts'
import { eventRef, type LedgerEvent } from '../event.ts'
import type { Fold, Projection } from '../projection.ts'
import { arrayLiteral, insertRows, type Row } from '../table.ts'
import type { Write } from '../write.ts'

const DDL = `${import.meta.dirname}/table.sql`
const { transfer } = tablesIn(DDL, 'transfer')

class TransfersFold implements Fold {
  readonly #sent = new Map<string, Row>()
  readonly #arrived = new Set<string>()

  get size(): number {
    return this.#sent.size + this.#arrived.size
  }

  add(event: LedgerEvent): void {
    if (event.type === 'TransferSent') {
      const { transfer: id, from, to, into, amountCents, purpose } = event.data
      const { at, recordedAt } = event.meta
      this.#sent.set(id, [id, event.subject, from, to, into, amountCents, purpose, at, recordedAt, eventRef(event)])
    } else if (event.type === 'TransferReceived' || event.type === 'TransferReturned') {
      const id = event.data.transfer
      if (!this.#sent.delete(id)) this.#arrived.add(id)
    }
  }

  writes(): Write[] {
    const writes: Write[] = []
    if (this.#arrived.size > 0) {
      writes.push({
        name: 'delete_transfer',
        text: 'delete from transfer where transfer_id = any($1::text[])',
        values: [arrayLiteral([...this.#arrived])],
        rows: this.#arrived.size,
      })
    }
    if (this.#sent.size > 0) writes.push(insertRows(transfer, [...this.#sent.values()]))
    return writes
  }
}

export const transfers: Projection = {
  name: 'transfers',
  ddl: DDL,
  tables: [transfer],
  fold: () => new TransfersFold(),
  revision: 1,
}
