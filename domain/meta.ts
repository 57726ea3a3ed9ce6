// Who did what, when and why: recorded with every event, and the source of the audit trail. Its stored shape has
// versions of its own; which one an event carries follows from the event's type and schema version (event-versions.ts).
import { z } from 'zod'
import { EventRef, FirstRole, Hash, Id, Instant, Role, Text, Word } from './values.ts'

const command = z.strictObject({ id: Id, hash: Hash })
const reason = z.strictObject({ code: Text, text: z.nullable(Hash) })

/** Version 1: every field is stored, and the parts of the product are a closed list. */
export const Meta1 = z.strictObject({
  actor: z.strictObject({
    id: z.union([Id, z.enum(['setup', 'feed', 'settler', 'transfers', 'sign-up'])]),
    role: z.union([FirstRole, z.literal('system')]),
  }),
  /** Commitment to the session (ip, user agent) of the request; null for the system. */
  session: z.nullable(Hash),
  /**
   * `id` names the command. It is derived from (actor, idempotency key), so the key itself stays out of the ledger.
   * `hash` is SHA-256 of the parsed command: the same id with another hash is a different command.
   */
  command,
  /** Shared by all events of one request. */
  correlation: Id,
  /** The event that led to this one, if one did. */
  causation: z.nullable(EventRef),
  /** Business time, which all rules use. */
  at: Instant,
  /** System time of writing. */
  recordedAt: Instant,
  /** The reason, if one was given. `text` is a commitment; the text itself is stored outside the ledger. */
  reason: z.nullable(reason),
})

/**
 * Version 2 leaves out fields that say nothing, and `correlation` if it is the command's own id. Parts of the product
 * are any word ('feed', 'settler', 'approvals'), so that a new part needs no new version.
 */
export const Meta2 = z.strictObject({
  actor: z.strictObject({ id: z.union([Id, Word]), role: z.enum([...Role.options, 'system']) }),
  session: Hash.optional(),
  command,
  correlation: Id.optional(),
  causation: EventRef.optional(),
  at: Instant,
  recordedAt: Instant,
  reason: z.strictObject({ code: Text, text: Hash.optional() }).optional(),
  /** Whose consent the command needed besides the actor's, and the session in which it was given. */
  approval: z.strictObject({ by: Id, session: Hash }).optional(),
  /** SHA-256 of the settings in force, if they influenced what the event says. */
  configuration: Hash.optional(),
})

/** `system` actors are parts of the product: 'setup', 'feed', 'settler', 'transfers', 'sign-up' and others. */
export type Actor = { readonly id: string; readonly role: Role | 'system' }

/** The metadata of an event in memory, whichever version it is stored in. Fields as in the versions above. */
export type Meta = {
  readonly actor: Actor
  readonly session: string | null
  readonly command: { readonly id: string; readonly hash: string }
  readonly correlation: string
  readonly causation: string | null
  readonly at: string
  readonly recordedAt: string
  readonly reason: { readonly code: string; readonly text: string | null } | null
  readonly approval?: { readonly by: string; readonly session: string }
  readonly configuration?: string
}

/**
 * The metadata that a command brings along: that of its events, without `recordedAt`. Deciders never look at a clock.
 */
export type CommandMeta = Omit<Meta, 'recordedAt'>

/** The metadata as version 2 stores it. */
export function compactMeta(meta: Meta): z.infer<typeof Meta2> {
  const { actor, session, command, correlation, causation, at, recordedAt, reason, approval, configuration } = meta
  // keys in the order of canonical JSON, so that writing it has nothing to sort
  return {
    actor: { id: actor.id, role: actor.role },
    approval,
    at,
    causation: causation ?? undefined,
    command: { hash: command.hash, id: command.id },
    configuration,
    correlation: correlation === command.id ? undefined : correlation,
    reason: reason === null ? undefined : { code: reason.code, text: reason.text ?? undefined },
    recordedAt,
    session: session ?? undefined,
  }
}

/** The metadata in memory of what version 2 stored. */
export const wholeMeta = ({
  session = undefined,
  correlation = undefined,
  causation = undefined,
  reason = undefined,
  approval = undefined,
  configuration = undefined,
  ...stored
}: z.infer<typeof Meta2>): Meta => ({
  ...stored,
  session: session ?? null,
  correlation: correlation ?? stored.command.id,
  causation: causation ?? null,
  reason: reason === undefined ? null : { code: reason.code, text: reason.text ?? null },
  ...(approval === undefined ? {} : { approval }),
  ...(configuration === undefined ? {} : { configuration }),
})
