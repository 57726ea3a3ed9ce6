// GET /api/admin/waiting: the numbers beside the sections of the back office, and whether betting is stopped.
import { z } from 'zod'
import { IsoTime } from '../values.ts'

export const Waiting = z.object({
  /** Null for whom they are not: super admins decide them. */
  approvals: z.number().nullable(),
  requests: z.number(),
  /** Decisions that wait for a second admin, the reader's own among them. */
  settlement: z.number(),
  alerts: z.number(),
  /** Since when all betting is stopped, by whom and why; null while it goes on. `by` null: the environment. */
  stopped: z.object({ at: IsoTime, by: z.string().nullable(), reason: z.string().nullable() }).nullable(),
})
export type Waiting = z.infer<typeof Waiting>
