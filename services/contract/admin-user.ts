// A user as admins see them.
import { z } from 'zod'
import { User } from './auth.ts'
import { IsoTime } from './values.ts'

export const AdminUser = z.object({
  ...User.shape,
  email: z.string().nullable(),
  /** Null if the user signed up; shown as 'System'. */
  admin_creator: z.string().nullable(),
  created_at: IsoTime,
})
