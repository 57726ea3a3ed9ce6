// POST /api/account/email: the caller's own address.
import { z } from 'zod'
import { User } from '../auth.ts'

export const EmailBody = z.strictObject({
  /** Null removes it. */
  email: z.string().max(600).nullable(),
  /** The caller's password. */
  password: z.string(),
})
export type EmailBody = z.infer<typeof EmailBody>
export const EmailChanged = z.object({ user: User })
