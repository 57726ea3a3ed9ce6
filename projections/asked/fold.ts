// Decisions that wait for a second admin.
import { tablesIn } from '../ddl.ts'
import { eventRef, type LedgerEvent } from '../event.ts'
import type { Fold, Projection } from '../projection.ts'
import { arrayLiteral, insertRows, type Row } from '../table.ts'
import type { Write } from '../write.ts'

const DDL = `${import.meta.dirname}/table.sql`
const { asked_settlement: askedSettlement } = tablesIn(DDL, 'asked_settlement')

class AskedFold implements Fold {
  readonly #asked = new Map<string, Row>()
  readonly #answered = new Set<string>()

  get size(): number {
    return this.#asked.size + this.#answered.size
  }

  add(event: LedgerEvent): void {
    if (event.type === 'SettlementAsked') {
      const { data, meta, stream } = event
      const { request, movesCents } = data
      const row = [request, stream, meta.actor.id, meta.at, movesCents, JSON.stringify(data), eventRef(event)]
      this.#asked.set(request, row)
    } else if (event.type === 'SettlementApproved' || event.type === 'SettlementDeclined') {
      const { request } = event.data
      if (!this.#asked.delete(request)) this.#answered.add(request)
    }
  }

  writes(): Write[] {
    const writes: Write[] = []
    if (this.#answered.size > 0) {
      writes.push({
        name: 'delete_asked_settlement',
        text: 'delete from asked_settlement where request_id = any($1::text[])',
        values: [arrayLiteral([...this.#answered])],
        rows: this.#answered.size,
      })
    }
    if (this.#asked.size > 0) writes.push(insertRows(askedSettlement, [...this.#asked.values()]))
    return writes
  }
}

export const askedProjection: Projection = {
  name: 'asked',
  ddl: DDL,
  tables: [askedSettlement],
  fold: () => new AskedFold(),
  revision: 1,
}
