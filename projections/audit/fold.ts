// Who did what, when and on whose behalf: the metadata of every event, one row each.
import type { LedgerEvent } from '../event.ts'
import type { BulkFold, CopyLines, Fold, Projection } from '../projection.ts'
import { copyLine, insertRows, type Row } from '../table.ts'
import type { Write } from '../write.ts'

const audit = {
  name: 'audit',
  columns: {
    number: 'bigint',
    position: 'text',
    stream: 'text',
    version: 'integer',
    type: 'text',
    at: 'timestamptz',
    recorded_at: 'timestamptz',
    actor_id: 'text',
    actor_role: 'text',
    session: 'text',
    command_id: 'text',
    correlation: 'text',
    causation: 'text',
    reason_code: 'text',
    hash: 'text',
  },
} as const

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
  ddl: `${import.meta.dirname}/table.sql`,
  tables: [audit],
  fold: () => new AuditFold(),
  bulk: bulkFold,
  revision: 1,
}
