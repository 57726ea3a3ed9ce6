// Alerts about witnesses that do not cosign the log.
import { sql } from 'slonik'
import { z } from 'zod'
import type { Alert } from '#services/contract/contract.ts'
import type { Queries } from '#services/platform/database/queries.ts'

/** How long somebody else's server may be silent, in seconds of system time. */
const SILENT_S = 600

const Fault = z.object({
  witness: z.string(),
  fault: z.enum(['forked', 'refused', 'silent']),
  says: z.string(),
  since: z.date(),
})

export async function witnessAlerts(db: Queries): Promise<Alert[]> {
  const faults = await db.any(sql.type(Fault)`
    select name as witness, fault, says, since from app.log_witness
    where fault is not null and (fault <> 'silent' or since < clock_timestamp() - make_interval(secs => ${SILENT_S}))
    order by name`)
  return faults.map(({ since, ...one }) => ({
    kind: 'witness',
    id: `witness ${one.fault} ${one.witness}`,
    since: since.toISOString(),
    ...one,
  }))
}
