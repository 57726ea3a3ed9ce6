// Records in the log that it goes on from a backup: an event directly after the backup's last one.
import { backupAggregate } from '#domain/backup/aggregate.ts'
import type { RecordRestore } from '#domain/backup/commands.ts'
import { BACKUPS, type BackupRestored } from '#domain/backup/events.ts'
import { storeReason } from '#services/accounts/reasons.ts'
import { commandId } from '#services/commands/command-id.ts'
import { productMeta } from '#services/commands/product-meta.ts'
import { createRecorder } from '#services/commands/recorder.ts'
import type { EventStore } from '#services/event-store/port.ts'
import { readBusinessTime } from '#services/platform/clock/clock.ts'
import { openPool } from '#services/platform/database/pool.ts'
import type { Manifest } from '../manifest.ts'
import type { Answer } from './told.ts'

const PART = 'backup'
const CACHE_BYTES = 65_536

export type RestoreToRecord = Pick<Answer, 'by' | 'lost' | 'root'> & {
  readonly manifest: Pick<Manifest, 'takenAt' | 'log'>
  readonly why: string
}

/** Records it once, however often it is called. Returns what the log says, and whether it had been recorded before. */
export async function recordRestore(
  store: EventStore,
  url: string,
  { manifest, why, by, lost, root }: RestoreToRecord,
): Promise<{ readonly restore: Pick<BackupRestored, 'lost'>; readonly isNew: boolean }> {
  const { takenAt, log } = manifest
  const { events } = log
  const { hash } = log.last
  const recorder = createRecorder(backupAggregate, { store, systemNow: () => new Date(), cacheBytes: CACHE_BYTES })
  const { restores } = await recorder.read(BACKUPS)
  const before = restores.at(-1)
  if (before?.hash === hash) return { restore: before, isNew: false }
  const command: RecordRestore = {
    ...{ type: 'RecordRestore', takenAt, events, hash, root, by },
    ...(lost === null ? {} : { lost }),
  }
  const pool = openPool(url, { max: 1, name: 'fairbook restore' })
  try {
    const id = commandId(PART, `${takenAt} ${hash}`)
    const meta = productMeta(PART, { id, request: command, at: await readBusinessTime(pool) })
    await recorder.execute(BACKUPS, command, { ...meta, reason: await storeReason(pool, 'restored', why) })
    return { restore: command, isNew: true }
  } finally {
    await pool.end()
  }
}
