// The audit trail has a row for every event. It is read in step with the log, and only the times of every thousand
// events are kept.
import type { Body } from '../../events/body.ts'
import type { LogRow } from '../../events/log-row.ts'
import type { ReadEvent } from '../../events/read-event.ts'
import { NULL, text, time } from '../../postgres/table-lines.ts'
import type { TextModel } from '../read-model.ts'
import { RowsInStep } from '../rows-in-step.ts'
import { TableCheck } from '../table-check.ts'
import { aboutCells, fixturesOf } from './about.ts'
import { AUDIT_SPAN, AuditSpans } from './spans.ts'

const AUDIT = {
  table: 'audit',
  columns: [
    'number',
    'position',
    'stream',
    'version',
    'type',
    'at',
    'recorded_at',
    'actor_id',
    'actor_role',
    'session',
    'command_id',
    'correlation',
    'causation',
    'reason_code',
    'reason_text',
    'approved_by',
    'account_id',
    'counterparty',
    'bet_id',
    'fixture_id',
    'amount_cents',
    'detail',
    'hash',
  ],
  json: ['detail'],
} as const
const AUDIT_FIXTURE = { table: 'audit_fixture', columns: ['fixture_id', 'number'] } as const

export const auditModel: TextModel = {
  isOfText: true,
  projection: 'audit',
  tables: [AUDIT, AUDIT_FIXTURE, AUDIT_SPAN],
  async begin(beginning) {
    const { snapshot, findings, spill, from } = beginning
    const check = new TableCheck(AUDIT, findings)
    const lines = await check.linesInOrder(snapshot, 'number', from)
    const spans = new AuditSpans()
    spill.part('times of spans', spans)
    const furtherFixtures = await RowsInStep.begin(beginning, AUDIT_FIXTURE, keyOf)
    const extra = (line: string) => check.extra(String(numberOf(line)), null, line)
    /** Expects a row for each fixture of an event after its first. */
    const further = (number: number, fixtures: readonly string[]): void | Promise<void> => {
      if (fixtures.length < 2) return
      const due = fixtures.slice(1).map((fixture) => `${fixture}\t${number}`)
      return furtherFixtures.expect(due.map((line) => ({ key: keyOf(line), line, about: '' })))
    }
    const trail = (read: ReadEvent, fixtures: readonly string[]): void | Promise<void> => {
      const { row, body } = read
      const line = lines.peek()
      // the common case
      if (line !== undefined && body !== null && line === auditLine(row, body, fixtures, row.hash)) {
        lines.next()
        check.rows += 1
        return
      }
      if (line === undefined && !lines.ended) return lines.fill().then(() => trail(read, fixtures))
      const number = line === undefined ? Number.POSITIVE_INFINITY : numberOf(line)
      if (line === undefined || number > row.number) return check.missing(String(row.number), null, row)
      lines.next()
      if (number === row.number) return compare(read, fixtures, line)
      extra(line)
      return trail(read, fixtures)
    }
    const compare = ({ row, body, digest }: ReadEvent, fixtures: readonly string[], line: string): void => {
      if (body === null) return
      // a stored hash that does not match its body was reported for the event, so here either is accepted
      const hash = line.endsWith(digest) ? digest : row.hash
      check.compare(String(row.number), auditLine(row, body, fixtures, hash), line, null, row)
    }
    let rows = 0
    return {
      event(read) {
        const { row, body } = read
        if (body === null) return trail(read, [])
        spans.add(row.number, body.meta.at)
        const fixtures = fixturesOf(body)
        const waiting = further(row.number, fixtures)
        return waiting === undefined ? trail(read, fixtures) : waiting.then(() => trail(read, fixtures))
      },
      async finish() {
        for await (const line of lines) extra(line)
        await lines.close()
        await furtherFixtures.finish(() => false)
        rows = check.rows + furtherFixtures.rows + (await spans.compare(snapshot, findings, spill))
      },
      rows: () => rows,
    }
  },
}

const numberOf = (line: string): number => Number(line.slice(0, line.indexOf('\t')))

const keyOf = (line: string): string => line.replace('\t', ' ')

/** Ids, hashes and names of streams and types need no escaping in COPY's format. */
function auditLine({ number, position }: LogRow, body: Body, fixtures: readonly string[], hash: string): string {
  const { stream, version, type, meta } = body
  return (
    `${number}\t${position}\t${stream}\t${version}\t${type}\t` +
    `${time(meta.at)}\t${time(meta.recordedAt)}\t${meta.actor.id}\t${meta.actor.role}\t` +
    `${meta.session ?? NULL}\t${meta.command.id}\t${meta.correlation}\t${meta.causation ?? NULL}\t` +
    `${meta.reason === null ? NULL : text(meta.reason.code)}\t${meta.reason?.text ?? NULL}\t` +
    `${meta.approval?.by ?? NULL}\t${aboutCells(body, fixtures)}\t${hash}`
  )
}
