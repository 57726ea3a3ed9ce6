// The audit trail: who did what, when and on whose behalf, from the metadata of every event.
import { tablesIn } from '../ddl.ts'
import type { LedgerEvent } from '../event.ts'
import type { BulkFold, CopyLines, Fold, Projection } from '../projection.ts'
import { copyLine, insertRows, type Row } from '../table.ts'
import type { Write } from '../write.ts'

const DDL = `${import.meta.dirname}/table.sql`
const { audit } = tablesIn(DDL, 'audit')

const auditRow = ({ number, position, stream, version, type, meta, hash }: LedgerEvent): Row => [
  number,
  position,
  stream,
  version,
  type,
  meta.at,
  meta.recordedAt,
  meta.actor.id,
  meta.actor.role,
  meta.session,
  meta.command.id,
  meta.correlation,
  meta.causation,
  meta.reason === null ? null : meta.reason.code,
  hash,
]

class AuditFold implements Fold {
  readonly #rows: Row[] = []

  get size(): number {
    return this.#rows.length
  }

  add(event: LedgerEvent): void {
    this.#rows.push(auditRow(event))
  }

  writes(): Write[] {
    return this.#rows.length === 0 ? [] : [insertRows(audit, this.#rows)]
  }
}

const bulkFold = (copy: CopyLines): BulkFold => ({
  add: (event) => copy(audit, copyLine(auditRow(event))),
  end: () => undefined,
  completion: () => [],
})

export const auditProjection: Projection = {
  name: 'audit',
  ddl: DDL,
  tables: [audit],
  fold: () => new AuditFold(),
  bulk: bulkFold,
  revision: 1,
}
