// Restores of backups, as the log tells them: each ends one history and begins another, of which whoever kept a checkpoint of the lost
// one is told. Nothing is excused by it.
import type { Findings, Place } from '../findings/findings.ts'
import { openCheckpoint, type VerifierKey } from './signed-note.ts'

/** `number` and the rest of its place: of the event. */
export type Restore = {
  readonly number: number
  readonly place: Place
  /** When the backup was taken, and when it was restored, in system time. */
  readonly takenAt: string
  readonly recordedAt: string
  /** The account that answers for it. */
  readonly by: string
  /** As the event has them: the root of the events before it, and a checkpoint of what is lost. */
  readonly root: string
  readonly lost: string | null
  /** So many signed events at least are lost; null where nobody knows of any. */
  readonly signedAndLost: number | null
}

/** Against the tree of the log: `root`, of the events before it. */
export function checkRestoredRoot(restore: Restore, root: string, findings: Findings): void {
  if (restore.root !== root)
    findings.at(restore.place, 'restore_wrong', `root ${root}, of the events before it`, restore.root, restore.by)
}

/** What it names of the lost history is signed by a key of this log, whichever was in force by then; as far as any is known. */
export function checkLost({ place, by, lost }: Restore, keys: readonly VerifierKey[], findings: Findings): void {
  if (lost === null || keys.length === 0) return
  const opened = openCheckpoint(lost, keys)
  if (!opened.ok) findings.at(place, 'restore_wrong', 'a checkpoint signed by a key of this log', opened.why, by)
}

/** To be said of a checkpoint of so many events that the log does not come to. '' where no restore before it is recorded. */
export function restoreBefore(restores: readonly Restore[], size: number): string {
  const restore = restores.findLast(({ number }) => number < size)
  return restore === undefined ? '' : toldAt(restore.number)
}

/** Of a finding that may come of it. */
export const toldAt = (number: number): string =>
  `; ledger number ${number} records that a backup was restored, which ended before it`
