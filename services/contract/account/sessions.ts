// GET /api/account/sessions, POST /api/account/sessions/end: where somebody is signed in; and the admins' view of it.
import { z } from 'zod'
import { Given, IsoTime, withReason } from '../values.ts'

export const OwnSessions = z.object({
  /** The session of the request first, then last used first. */
  sessions: z.array(
    z.object({
      id: z.string(),
      /** As the browser describes itself. */
      userAgent: z.string(),
      signedInAt: IsoTime,
      /** Updated once an hour. */
      usedAt: IsoTime,
      current: z.boolean(),
    }),
  ),
})
export type OwnSessions = z.infer<typeof OwnSessions>

const SessionId = z.string().regex(/^[0-9a-f]{64}$/)
/** One session, or all but that of the request. */
export const EndSessions = z.union(
  [z.strictObject({ session: SessionId }), z.strictObject({ others: z.literal(true) })],
  { error: 'must have either a session, or others: true' },
)
export type EndSessions = z.infer<typeof EndSessions>

/** GET /api/admin/sessions?username=…: last used first, at most a hundred. */
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
      /** Updated once an hour. */
      usedAt: IsoTime,
      /** Begun with a code of the second factor. */
      secondFactor: z.boolean(),
      /** The session of the request. */
      current: z.boolean(),
    }),
  ),
})
export type AdminSessions = z.infer<typeof AdminSessions>

export const accessActions = [
  z.strictObject({
    action: z.literal('endSessions'),
    targetUsername: Given,
    /** One of them; if absent, all. */
    session: SessionId.optional(),
    ...withReason,
  }),
  /** For super admins. */
  z.strictObject({ action: z.literal('removeSecondFactor'), targetUsername: Given, ...withReason }),
] as const
