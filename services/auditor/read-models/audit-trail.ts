// The audit trail has a row for every event: it is read in step with the log, and nothing of it is kept.
import { endConnection, IN_ORDER } from '../postgres/snapshot.ts'
import { Lines, text, textOrNull, time } from '../postgres/table-lines.ts'
import type { Replayed } from '../replay.ts'
import type { ReadModel } from './read-model.ts'
import { TableCheck } from './table-check.ts'

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
    'hash',
  ],
} as const

export const auditModel: ReadModel = {
  projection: 'audit',
  tables: [AUDIT],
  async begin(snapshot, findings) {
    const client = await snapshot.open(IN_ORDER)
    const check = new TableCheck(AUDIT, findings)
    const lines = new Lines(client, `${check.query} order by number`)
    const extra = (line: string) => check.extra(String(numberOf(line)), null, line)
    const event = (replayed: Replayed): void | Promise<void> => {
      const { row } = replayed
      const key = String(row.number)
      for (;;) {
        const line = lines.peek()
        if (line === undefined && !lines.ended) return lines.fill().then(() => event(replayed))
        const number = line === undefined ? Number.POSITIVE_INFINITY : numberOf(line)
        if (line === undefined || number > row.number) return check.missing(key, null, row)
        lines.take()
        if (number === row.number) {
          if (replayed.body !== null) check.compare(key, auditLine(replayed, replayed.body, line), line, null, row)
          return
        }
        extra(line)
      }
    }
    return {
      event,
      async finish() {
        for await (const line of lines) extra(line)
        await endConnection(client)
      },
      rows: () => check.rows,
    }
  },
}

const numberOf = (line: string): number => Number(line.slice(0, line.indexOf('\t')))

function auditLine({ row, digest }: Replayed, body: NonNullable<Replayed['body']>, actual: string): string {
  const { meta } = body
  // where a stored hash does not fit its body, that was said of the event: here either will do
  const hash = actual.endsWith(digest) ? digest : row.hash
  return (
    `${row.number}\t${row.position}\t${text(body.stream)}\t${body.version}\t${body.type}\t` +
    `${time(meta.at)}\t${time(meta.recordedAt)}\t${meta.actor.id}\t${meta.actor.role}\t` +
    `${textOrNull(meta.session)}\t${meta.command.id}\t${meta.correlation}\t${textOrNull(meta.causation)}\t` +
    `${textOrNull(meta.reason === null ? null : meta.reason.code)}\t${hash}`
  )
}
