// Who did what, when and why: recorded with every event, and the source of the audit trail.
import { z } from 'zod'
import { EventRef, Hash, Id, Instant, Role, Text } from './values.ts'

/** `system` actors are parts of the product: 'setup', 'feed', 'settler', 'transfers'. */
export const Actor = z.strictObject({
  id: z.union([Id, z.enum(['setup', 'feed', 'settler', 'transfers', 'sign-up'])]),
  role: z.union([Role, z.literal('system')]),
})
export type Actor = z.infer<typeof Actor>

export const Meta = z.strictObject({
  actor: Actor,
  /** Commitment to the session (ip, user agent) of the request; null for the system. */
  session: z.nullable(Hash),
  /**
   * `id` names the command: derived from (actor, idempotency key), so the key itself stays out of the ledger.
   * `hash` is SHA-256 of the parsed command: the same id with another hash is a different command.
   */
  command: z.strictObject({ id: Id, hash: Hash }),
  /** Groups all events of one request. */
  correlation: Id,
  /** The event that led to this one, if one did. */
  causation: z.nullable(EventRef),
  /** Business time, which all rules use. */
  at: Instant,
  /** System time of writing. */
  recordedAt: Instant,
  /** Why, where a reason was given. `text` is a commitment; the text itself is stored outside the ledger. */
  reason: z.nullable(z.strictObject({ code: Text, text: z.nullable(Hash) })),
})
export type Meta = z.infer<typeof Meta>

/** The metadata that a command brings along: that of its events without `recordedAt`. Deciders never look at a clock. */
export type CommandMeta = Omit<Meta, 'recordedAt'>
