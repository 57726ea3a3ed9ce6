// Restores of backups, as the log records them. Each ends one history and begins another. Somebody who kept a
// checkpoint of the lost history is told about the restore, but it excuses no finding.
import type { Findings, Place } from '../findings/findings.ts'
import { openCheckpoint, type VerifierKey } from './signed-note.ts'

/** `number`, `place`: of the event. */
export type Restore = {
  readonly number: number
  readonly place: Place
  /** When the backup was taken and when it was restored: system time. */
  readonly takenAt: string
  readonly recordedAt: string
  /** The account that answers for it. */
  readonly by: string
  /** As the event states them: the root of the tree before it, in base64, and a checkpoint of the lost history. */
  readonly root: string
  readonly lost: string | null
  /** At least this many signed events are lost; null if no loss is known. */
  readonly signedAndLost: number | null
}

/** `root`: of the log's tree before the event. */
export function checkRestoredRoot(restore: Restore, root: string, findings: Findings): void {
  if (restore.root !== root)
    findings.at(restore.place, 'restore_wrong', `root ${root}, of the events before it`, restore.root, restore.by)
}

/** Checks that any known key of this log signed the checkpoint of the lost history, whichever was in force then. */
export function checkLost({ place, by, lost }: Restore, keys: readonly VerifierKey[], findings: Findings): void {
  if (lost === null || keys.length === 0) return
  const opened = openCheckpoint(lost, keys)
  if (!opened.ok) findings.at(place, 'restore_wrong', 'a checkpoint signed by a key of this log', opened.why, by)
}

/**
 * What to say of a checkpoint that the log does not come to. `size`: of the checkpoint. '' if no restore before it is
 * recorded.
 */
export function restoreBefore(restores: readonly Restore[], size: number): string {
  const restore = restores.findLast(({ number }) => number < size)
  return restore === undefined ? '' : toldAt(restore.number)
}

/** What to say with a finding that a restore may explain. */
export const toldAt = (number: number): string =>
  `; ledger number ${number} records that a backup was restored, which ended before it`
