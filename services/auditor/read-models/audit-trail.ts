// The audit trail has a row for every event: it is read in step with the log, and nothing of it is stored.
import type { Body } from '../events/body.ts'
import type { LogRow } from '../events/log-row.ts'
import { endConnection, IN_ORDER } from '../postgres/snapshot.ts'
import { NULL, TableLines, text, time } from '../postgres/table-lines.ts'
import type { Replayed } from '../replay/replay.ts'
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
    const lines = new TableLines(client, `${check.query} order by number`)
    const extra = (line: string) => check.extra(String(numberOf(line)), null, line)
    const event = (replayed: Replayed): void | Promise<void> => {
      const { row, body } = replayed
      const line = lines.peek()
      // nearly always
      if (line !== undefined && body !== null && line === auditLine(row, body, row.hash)) {
        lines.next()
        check.rows += 1
        return
      }
      if (line === undefined && !lines.ended) return lines.fill().then(() => event(replayed))
      const number = line === undefined ? Number.POSITIVE_INFINITY : numberOf(line)
      if (line === undefined || number > row.number) return check.missing(String(row.number), null, row)
      lines.next()
      if (number === row.number) return compare(replayed, line)
      extra(line)
      return event(replayed)
    }
    const compare = ({ row, body, digest }: Replayed, line: string): void => {
      if (body === null) return
      // a stored hash that does not match its body was reported for the event: here either is accepted
      const hash = line.endsWith(digest) ? digest : row.hash
      check.compare(String(row.number), auditLine(row, body, hash), line, null, row)
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

/** Ids, hashes and names of streams and types need no escaping. */
function auditLine({ number, position }: LogRow, { stream, version, type, meta }: Body, hash: string): string {
  return (
    `${number}\t${position}\t${stream}\t${version}\t${type}\t` +
    `${time(meta.at)}\t${time(meta.recordedAt)}\t${meta.actor.id}\t${meta.actor.role}\t` +
    `${meta.session ?? NULL}\t${meta.command.id}\t${meta.correlation}\t${meta.causation ?? NULL}\t` +
    `${meta.reason === null ? NULL : text(meta.reason.code)}\t${hash}`
  )
}
