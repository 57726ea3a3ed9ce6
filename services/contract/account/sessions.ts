// GET /api/account/sessions, POST /api/account/sessions/end: where somebody is signed in.
import { z } from 'zod'
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
