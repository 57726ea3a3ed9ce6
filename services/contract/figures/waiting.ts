// GET /api/admin/waiting: the numbers beside the sections of the back office.
import { z } from 'zod'

export const Waiting = z.object({
  /** Null for whom they are not: super admins decide them. */
  approvals: z.number().nullable(),
  requests: z.number(),
  alerts: z.number(),
})
export type Waiting = z.infer<typeof Waiting>
