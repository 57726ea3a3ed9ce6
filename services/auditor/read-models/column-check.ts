// Columns of the audited tables that the auditor does not know, and columns that are missing.
import type { AuditedLog } from '../audited-log.ts'
import { EVIDENCE, NOT_COVERED, PERSONAL, SIGNED } from '../coverage.ts'
import { Incomplete } from '../failures.ts'
import type { Findings } from '../findings/findings.ts'
import { EVENTS, LOG_COLUMNS } from '../postgres/log-rows.ts'
import { lacks, type Snapshot } from '../postgres/snapshot.ts'
import { unexpectedColumns } from '../postgres/surroundings.ts'
import { TREE_COLUMNS } from '../tree/tree-rows.ts'
import { CHECKPOINT_COLUMNS, CHECKPOINTS } from './checkpoints.ts'
import { READ_MODELS } from './models.ts'

/** By table, every column that the auditor knows, whether it compares it or not. */
export function columnsRead(): ReadonlyMap<string, readonly string[]> {
  const compared = [
    ...[[EVENTS, LOG_COLUMNS] as const, [CHECKPOINTS, CHECKPOINT_COLUMNS] as const],
    ...Object.entries({ ...PERSONAL, ...EVIDENCE, ...SIGNED }),
    ...READ_MODELS.flatMap(({ tables }) => tables.map(({ table, columns }) => [`app.${table}`, columns] as const)),
  ]
  // of what is not covered, single columns ('app.session.created_at') and not whole tables
  const beside = NOT_COVERED.flatMap(({ what }) => what)
    .map((name) => /^(\w+\.\w+)\.(\w+)$/.exec(name))
    .flatMap((found) => (found === null ? [] : [[found[1]!, [found[2]!]] as const]))
  const columns = new Map<string, string[]>()
  for (const [table, names] of [...compared, ...beside])
    columns.set(table, [...new Set([...(columns.get(table) ?? []), ...names])])
  return columns
}

/**
 * Reports unknown columns as gaps, since a column that is not compared could hide a manipulation. Throws Incomplete if
 * one is missing.
 */
export async function checkColumns(
  snapshot: Snapshot,
  log: Pick<AuditedLog, 'columns'>,
  findings: Findings,
): Promise<void> {
  const known = new Map<string, readonly string[]>([...log.columns, ...TREE_COLUMNS, [CHECKPOINTS, CHECKPOINT_COLUMNS]])
  for (const { tables } of READ_MODELS) for (const { table, columns } of tables) known.set(`app.${table}`, columns)
  const { unknown, missing } = await unexpectedColumns(snapshot.main, known)
  for (const column of unknown) findings.gap(`the auditor does not know the column ${column}`)
  if (missing.length > 0) throw new Incomplete(lacks(missing))
}
