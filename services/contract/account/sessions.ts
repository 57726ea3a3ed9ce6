// GET /api/account/sessions, POST /api/account/sessions/end: where somebody is signed in; the desk's view of it.
import { z } from 'zod'
import { MAX_REASON_LENGTH } from '#domain/limits.ts'
import { IsoTime } from '../values.ts'

export const OwnSessions = z.object({
  /** The one that asks comes first, then the last used. */
  sessions: z.array(
    z.object({
      id: z.string(),
      /** What the browser says it is. */
      userAgent: z.string(),
      signedInAt: IsoTime,
      /** Noted once an hour. */
      usedAt: IsoTime,
      current: z.boolean(),
    }),
  ),
})
export type OwnSessions = z.infer<typeof OwnSessions>

/** One session, or all but the one that asks. */
export const EndSessions = z.union([
  z.strictObject({ session: z.string().max(64) }),
  z.strictObject({ others: z.literal(true) }),
])
export type EndSessions = z.infer<typeof EndSessions>

/** GET /api/admin/sessions?username=…: the last used first, at most a hundred. */
export const SessionsQuery = z.strictObject({ username: z.string().max(200) })
export const AdminSessions = z.object({
  username: z.string(),
  /** Whether a second factor is set up. */
  secondFactor: z.boolean(),
  sessions: z.array(
    z.object({
      id: z.string(),
      userAgent: z.string(),
      /** The IP address that it began from. */
      address: z.string(),
      signedInAt: IsoTime,
      /** Noted once an hour. */
      usedAt: IsoTime,
      /** Begun with a code of the second factor. */
      secondFactor: z.boolean(),
      /** The one that asks. */
      current: z.boolean(),
    }),
  ),
})
export type AdminSessions = z.infer<typeof AdminSessions>

const reason = { reason: z.string().max(MAX_REASON_LENGTH).optional() }
export const accessActions = [
  z.strictObject({
    action: z.literal('endSessions'),
    targetUsername: z.string(),
    /** One of them; absent: all. */
    session: z
      .string()
      .regex(/^[0-9a-f]{64}$/)
      .optional(),
    ...reason,
  }),
  /** For super admins. */
  z.strictObject({ action: z.literal('removeSecondFactor'), targetUsername: z.string(), ...reason }),
] as const
