// GET /api/log/keys: the keys that have signed the log, and what the ledger says of each.
import { z } from 'zod'
import { KEY_CHANGES } from '#domain/log-key/events.ts'

/** Sizes are numbers of events; a key signs checkpoints of more than `after` and of at most `upTo` (null: it is in force). */
export const LogKey = z.object({
  /** Name, id and public key (verifier key of c2sp.org/signed-note). */
  key: z.string(),
  after: z.number(),
  upTo: z.number().nullable(),
  /** Up to how many events its signatures count, where it was known to somebody else; null: all of them. */
  trustedTo: z.number().nullable(),
  /** Of the key before, why it was replaced by this one, and what it signed of that; null for the first. */
  replaces: z.string().nullable(),
  why: z.enum(KEY_CHANGES).nullable(),
  endorsement: z.string().nullable(),
})
export type LogKey = z.infer<typeof LogKey>

/** The newest first. */
export const LogKeys = z.object({ keys: z.array(LogKey) })
export type LogKeys = z.infer<typeof LogKeys>
