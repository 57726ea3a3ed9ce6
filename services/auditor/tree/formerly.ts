// What earlier audits remember of the log that was in this place.
import type { Findings } from '../findings/findings.ts'
import type { Former, Kept } from './signed-roots.ts'

/**
 * Reports if this database held another log before. There may be another database behind the same address, so that is
 * no finding: the log that was there before is returned, to be mentioned; otherwise null.
 */
export function checkFormerly(formerly: Kept['formerly'], logId: string | null, findings: Findings): Former | null {
  const { database = null, address = null } = formerly ?? {}
  if (database !== null && database.logId !== logId) {
    const stood = `log ${database.logId}, which was verified in this database, with ${database.size} signed events`
    findings.about('log', 'log_identity', stood, `log ${logId}`)
    return null
  }
  return address !== null && address.logId !== logId ? address : null
}
