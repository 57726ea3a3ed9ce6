// The audit trail: who did what, when and on whose behalf, and what every event is about.
import { tablesIn } from '../ddl.ts'
import type { LedgerEvent } from '../event.ts'
import type { BulkFold, CopyLines, Fold, Projection } from '../projection.ts'
import { copyLine, insertInParts, insertRows, type Row } from '../table.ts'
import type { Write } from '../write.ts'
import { accountOf, amountOf, betOf, counterpartyOf, detailOf, fixturesOf } from './about.ts'
import { Spans } from './spans.ts'

const DDL = `${import.meta.dirname}/table.sql`
const tables = tablesIn(DDL, 'audit', 'audit_fixture', 'audit_span')
const { audit, audit_fixture: auditFixture, audit_span: auditSpan } = tables

const WIDEN_SPAN = `on conflict (span) do update
  set first_at = least(audit_span.first_at, excluded.first_at), last_at = greatest(audit_span.last_at, excluded.last_at)`

/** Keeps the parameters small: each row has hashes of 64 characters. */
const ROWS_AT_ONCE = 1_000

function auditRow(event: LedgerEvent, fixture: string | undefined): Row {
  const { number, position, stream, version, type, meta, hash } = event
  return [
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
    meta.reason === null ? null : meta.reason.text,
    meta.approval?.by ?? null,
    accountOf(event),
    counterpartyOf(event),
    betOf(event),
    fixture ?? null,
    amountOf(event),
    detailOf(event),
    hash,
  ]
}

class AuditFold implements Fold {
  readonly #rows: Row[] = []
  readonly #fixtures: Row[] = []
  readonly #spans = new Spans()

  get size(): number {
    return this.#rows.length + this.#fixtures.length
  }

  add(event: LedgerEvent): void {
    const [first, ...others] = fixturesOf(event)
    this.#rows.push(auditRow(event, first))
    for (const fixture of others) this.#fixtures.push([fixture, event.number])
    this.#spans.add(event)
  }

  writes(): Write[] {
    if (this.#rows.length === 0) return []
    return [
      ...insertInParts(audit, this.#rows, ROWS_AT_ONCE),
      ...(this.#fixtures.length === 0 ? [] : [insertRows(auditFixture, this.#fixtures)]),
      insertRows(auditSpan, this.#spans.take(), WIDEN_SPAN),
    ]
  }
}

function bulkFold(copy: CopyLines): BulkFold {
  const spans = new Spans()
  return {
    add(event) {
      const [first, ...others] = fixturesOf(event)
      copy(audit, copyLine(auditRow(event, first)))
      for (const fixture of others) copy(auditFixture, copyLine([fixture, event.number]))
      spans.add(event)
    },
    end() {
      for (const span of spans.take()) copy(auditSpan, copyLine(span))
    },
    completion: () => [],
  }
}

export const auditProjection: Projection = {
  name: 'audit',
  ddl: DDL,
  tables: [audit, auditFixture, auditSpan],
  fold: () => new AuditFold(),
  bulk: bulkFold,
  revision: 2,
}
