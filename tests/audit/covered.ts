// Which columns of which tables an audit compares with the log, by 'schema.table'.
import { EVIDENCE, PERSONAL, SIGNED } from '#services/auditor/coverage.ts'
import { LOG_COLUMNS } from '#services/auditor/postgres/log-rows.ts'
import { CHECKPOINT_COLUMNS, CHECKPOINTS } from '#services/auditor/read-models/checkpoints.ts'
import { READ_MODELS } from '#services/auditor/read-models/models.ts'

export const EVENTS = 'log.events'

export const COVERED: ReadonlyMap<string, readonly string[]> = new Map([
  [EVENTS, LOG_COLUMNS],
  [CHECKPOINTS, CHECKPOINT_COLUMNS.filter((name) => name !== 'definition')],
  ...Object.entries({ ...PERSONAL, ...EVIDENCE, ...SIGNED }),
  ...READ_MODELS.flatMap(({ tables }) => tables.map(({ table, columns }) => [`app.${table}`, columns] as const)),
])
