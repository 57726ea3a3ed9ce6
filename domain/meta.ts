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
  /** Commitment to the session (ip, user agent) in which it was asked for; null for the system. */
  session: z.nullable(Hash),
  /**
   * `id` names the command: derived from (actor, idempotency key), so the key itself stays out of the ledger.
   * `hash` is SHA-256 of the parsed command: the same id with another hash is a different command.
   */
  command: z.strictObject({ id: Id, hash: Hash }),
  /** Groups everything that one request set off. */
  correlation: Id,
  /** The event that set this one off, if one did. */
  causation: z.nullable(EventRef),
  /** Business time: what every rule goes by. */
  at: Instant,
  /** System time: when the machine wrote it. */
  recordedAt: Instant,
  /** Why, where a reason is asked for; its text is a commitment, the text itself is kept outside the ledger. */
  reason: z.nullable(z.strictObject({ code: Text, text: z.nullable(Hash) })),
})
export type Meta = z.infer<typeof Meta>

/** The metadata that a command brings along: that of its events without `recordedAt`. Deciders never look at a clock. */
export type CommandMeta = Omit<Meta, 'recordedAt'>
