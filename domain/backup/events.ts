// What backups have to do with the log: that one of them took its place. What a backup is taken of, and when, is no event.
import { z } from 'zod'
import { Hash, Id, Instant } from '../values.ts'
import type { Newest } from '../versions/newest.ts'

/** There is one stream of restores in a log. */
export const BACKUPS = '20777000000000000000000000000001'

export const backupStream = (backups: string) => `backup-${backups}`

/**
 * A database was made of a backup, whose last event is the one before this. What the log had recorded after it is not here: it may be
 * lost, and this says so and excuses nothing. Why is the reason in the metadata.
 */
export const BackupRestored = z.strictObject({
  /** When the backup was taken, in system time: what was recorded by then is in it. */
  takenAt: Instant,
  /** How many events it has: the last of them is the event before this one. */
  events: z.int().min(1),
  /** Of its last event. */
  hash: Hash,
  /** Of the tree of its events (RFC 6962), in base64 as checkpoints have it. */
  root: z.string().regex(/^[A-Za-z0-9+/]{43}=$/),
  /** The account of the super admin who answers for it. */
  by: Id,
  /** The newest signed checkpoint of more events than these that was found or given: so much is lost at least. Without it nobody knows of any. */
  lost: z.string().min(1).max(1_000).optional(),
})
export type BackupRestored = z.infer<typeof BackupRestored>

export const backupEvents = { BackupRestored: { 1: BackupRestored } } as const

export type BackupEvent = Newest<typeof backupEvents>
