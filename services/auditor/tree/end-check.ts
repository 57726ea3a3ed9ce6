// How far the stored tree says that it has come, compared with the log and the newest checkpoint.
import type { Findings } from '../findings/findings.ts'
import { type Restore, restoreBefore } from './restores.ts'
import type { HeadRow } from './tree-rows.ts'

/**
 * `newest`: size of the newest checkpoint. `isRight`: whether the log has the event that the tree's head names. `size`:
 * of the log.
 */
type Ends = {
  readonly newest: number | null
  readonly isRight: boolean
  readonly size: number
  readonly logId: string | null
  readonly restores: readonly Restore[]
}

export function checkEnd(head: HeadRow | null, ends: Ends, findings: Findings): void {
  const { newest, isRight, size, logId, restores } = ends
  if (head !== null && head.size > (newest ?? 0) && isRight) {
    const actual = newest === null ? 'none' : `none newer than of ${newest}`
    findings.about(`log_checkpoint ${head.size}`, 'checkpoint_gone', `a checkpoint of ${head.size} events`, actual)
  } else if ((head?.size ?? null) !== newest) {
    findings.about('log_tree', 'tree_mismatch', `size = ${newest}`, head?.size ?? 'no row')
  }
  if (head !== null && head.logId !== logId)
    findings.about('log_tree', 'tree_mismatch', `log_id = ${logId}`, head.logId)
  if (head !== null && head.size > size) {
    const actual = `${size} events${restoreBefore(restores, head.size)}`
    findings.about('log_tree', 'log_cut', `${head.size} events at least`, actual)
  }
}

export type Place = { readonly position: string; readonly hash: string; readonly event: string }

/** Reports what the tree's head says wrong about its last event. Returns whether all of it is right. */
export function checkHead({ position, hash, event }: HeadRow, last: Place, findings: Findings): boolean {
  const stored: Place = { position: String(position), hash: String(hash), event: String(event) }
  const wrong = (['position', 'hash', 'event'] as const).filter((column) => stored[column] !== last[column])
  for (const column of wrong) {
    findings.about('log_tree', 'tree_mismatch', `${column} = ${last[column]}`, stored[column])
  }
  return wrong.length === 0
}
