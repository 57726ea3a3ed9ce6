// Columns that the auditor does not compare, and those that are missing.
import type { AuditedLog } from '../audited-log.ts'
import { Incomplete } from '../failures.ts'
import type { Findings } from '../findings/findings.ts'
import { lacks, type Snapshot } from '../postgres/snapshot.ts'
import { unexpectedColumns } from '../postgres/surroundings.ts'
import { CHECKPOINT_COLUMNS, CHECKPOINTS } from './checkpoints.ts'
import { READ_MODELS } from './models.ts'

/** A column that is not compared could hide a manipulation. */
export async function checkColumns(
  snapshot: Snapshot,
  log: Pick<AuditedLog, 'columns'>,
  findings: Findings,
): Promise<void> {
  const known = new Map<string, readonly string[]>([...log.columns, [CHECKPOINTS, CHECKPOINT_COLUMNS]])
  for (const { tables } of READ_MODELS) for (const { table, columns } of tables) known.set(`app.${table}`, columns)
  const { unknown, missing } = await unexpectedColumns(snapshot.main, known)
  for (const column of unknown) findings.gap(`the auditor does not know the column ${column}`)
  if (missing.length > 0) throw new Incomplete(lacks(missing))
}
