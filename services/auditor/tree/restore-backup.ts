// Checks that a restore is recorded directly after the end of its backup, and that somebody answers for it.
import { SKEW_MS } from '../events/times/stored-times.ts'
import { placeOf } from '../findings/findings.ts'
import type { EventCheck } from '../replay/event-check.ts'
import { rootIn } from './signed-note.ts'

const BACKUPS = '20777000000000000000000000000001'

/**
 * Checks where the event stands, who recorded it and who answers for it. Its root is checked with the tree
 * (`checkRestoredRoot`).
 */
export function restoreBackup(event: EventCheck<'BackupRestored'>): void {
  const { data, meta, place, subject, state, findings } = event
  const { takenAt, events, hash, root, by, lost = null } = data
  const wrong = (expected: unknown, actual: unknown) => findings.at(place, 'restore_wrong', expected, actual, by)
  if (meta.actor.role !== 'system') findings.at(place, 'actor_implausible', 'the product', meta.actor.id, meta.actor.id)
  if (subject !== BACKUPS) wrong(`backup-${BACKUPS}`, `backup-${subject}`)
  if ((meta.reason?.text ?? null) === null) findings.at(place, 'reason_missing', 'a reason', 'none', by)
  if (events !== place.number) wrong(`${place.number} events in the backup, as there are before it`, events)
  if (hash !== state.head.hash) wrong(`the hash of the event before it, ${state.head.hash}`, hash)
  const taken = Date.parse(takenAt)
  if (taken < Date.parse(state.head.recordedAt) - SKEW_MS)
    wrong('a backup that was taken after its last event', takenAt)
  if (taken > Date.parse(meta.recordedAt) + SKEW_MS) wrong(`a backup that was taken by ${meta.recordedAt}`, takenAt)
  const role = state.accounts.get(by)?.role
  if (role !== 'super-admin') findings.at(place, 'actor_implausible', 'a super admin', role ?? 'no such account', by)
  const signed = lost === null ? null : (rootIn(lost)?.size ?? 0)
  if (signed !== null && signed <= events) wrong(`a checkpoint of more than ${events} events`, `${signed} events`)
  state.restores.push({
    number: place.number,
    place: placeOf(place),
    ...{ takenAt, recordedAt: meta.recordedAt, by, root, lost },
    signedAndLost: signed === null ? null : Math.max(0, signed - events),
  })
}
