// The event by which the log says that a backup took its place. Taking a backup is not an event.
import { z } from 'zod'
import { Hash, Id, Instant } from '../values.ts'
import type { Newest } from '../versions/newest.ts'

/** The one stream of restores in a log. */
export const BACKUPS = '20777000000000000000000000000001'

export const backupStream = (backups: string) => `backup-${backups}`

/**
 * A database was restored from a backup whose last event is the one before this. Whatever the log had recorded after it
 * may be lost: this event admits the loss and excuses nothing. The reason is in the metadata.
 */
export const BackupRestored = z.strictObject({
  /** When the backup was taken, in system time: it contains what was recorded until then. */
  takenAt: Instant,
  /** The number of events in the backup; the last of them is the event before this one. */
  events: z.int().min(1),
  /** Hash of its last event. */
  hash: Hash,
  /** Root of the tree over its events (RFC 6962), in base64 as in checkpoints. */
  root: z.string().regex(/^[A-Za-z0-9+/]{43}=$/),
  /** The account of the super admin who answers for it. */
  by: Id,
  /**
   * The newest signed checkpoint over more events than these that was found or given: at least that much is lost. If it
   * is absent, no loss is known.
   */
  lost: z.string().min(1).max(1_000).optional(),
})
export type BackupRestored = z.infer<typeof BackupRestored>

export const backupEvents = { BackupRestored: { 1: BackupRestored } } as const

export type BackupEvent = Newest<typeof backupEvents>
