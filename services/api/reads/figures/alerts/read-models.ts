// Alerts about read models that stopped at an event.
import { sql } from 'slonik'
import { z } from 'zod'
import type { Alert } from '#services/contract/contract.ts'
import type { Queries } from '#services/platform/database/queries.ts'

const Stopped = z.object({
  readModel: z.string(),
  number: z.number(),
  reason: z.string(),
  since: z.date().nullable(),
})

/** `since` is the time of that event, or null if the audit trail has not reached it. */
export async function stoppedReadModels(db: Queries): Promise<Alert[]> {
  const stopped = await db.any(sql.type(Stopped)`
    select projection as "readModel", c.number + 1 as number, failed as reason, a.at as since
    from app.projection_checkpoint c left join app.audit a on a.number = c.number + 1
    where failed is not null order by projection`)
  return stopped.map(({ since, ...model }) => ({
    kind: 'read-model',
    id: `read-model ${model.readModel}`,
    since: since?.toISOString() ?? null,
    ...model,
  }))
}
