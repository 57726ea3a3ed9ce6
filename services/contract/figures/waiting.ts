// GET /api/admin/waiting: the numbers beside the sections of the back office, and whether betting is stopped.
import { z } from 'zod'
import { IsoTime } from '../values.ts'

export const Waiting = z.object({
  /** Null except for super admins, who decide them. */
  approvals: z.number().nullable(),
  requests: z.number(),
  /** Decisions that wait for a second admin, including the reader's own. */
  settlement: z.number(),
  alerts: z.number(),
  /** When all betting was stopped, by whom and why; null if it is not. `by` null: by the environment. */
  stopped: z.object({ at: IsoTime, by: z.string().nullable(), reason: z.string().nullable() }).nullable(),
})
export type Waiting = z.infer<typeof Waiting>
