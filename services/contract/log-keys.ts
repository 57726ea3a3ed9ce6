// GET /api/log/keys: the keys that have signed the log, and what the ledger says about each.
import { z } from 'zod'
import { KEY_CHANGES } from '#domain/log-key/events.ts'

/**
 * Sizes are numbers of events. A key signs checkpoints of more than `after` and at most `upTo` events (null: it is in
 * force).
 */
export const LogKey = z.object({
  /** Name, id and public key (a verifier key of c2sp.org/signed-note). */
  key: z.string(),
  after: z.number(),
  upTo: z.number().nullable(),
  /** If the key became known to somebody else: up to how many events its signatures count. Null: all of them. */
  trustedTo: z.number().nullable(),
  /** The key before, why it was replaced by this one, and the note in which it endorsed it; null for the first. */
  replaces: z.string().nullable(),
  why: z.enum(KEY_CHANGES).nullable(),
  endorsement: z.string().nullable(),
})
export type LogKey = z.infer<typeof LogKey>

/** The newest first. */
export const LogKeys = z.object({ keys: z.array(LogKey) })
export type LogKeys = z.infer<typeof LogKeys>
