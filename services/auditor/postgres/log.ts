// The log in the database itself, at the moment of the snapshot.
import type { AuditedLog } from '../audited-log.ts'
import { checkLogGuards } from './guards/log-guards.ts'
import { openLogReader } from './log-reader.ts'
import { EVENTS, LOG_COLUMNS } from './log-rows.ts'
import { isLogProtected, lastNumber } from './surroundings.ts'

/** `threads`, `signal`: see `openLogReader`. */
export function openPostgresLog(threads?: 1 | 2, signal?: AbortSignal): AuditedLog {
  return {
    ...openLogReader(threads, signal),
    store: 'Postgres',
    requiredTables: [EVENTS],
    columns: new Map([[EVENTS, LOG_COLUMNS]]),
    count: async ({ main }) => (await lastNumber(main)) + 1,
    isProtected: ({ main }) => isLogProtected(main),
    checkKeeping: ({ main }, findings) => checkLogGuards(main, findings),
  }
}
