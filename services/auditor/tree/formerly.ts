// What an audit remembers of the log that stood where it reads.
import type { Findings } from '../findings/findings.ts'
import type { Former, Kept } from './signed-roots.ts'

/** What stood in this database is the same log. Another database may stand behind an address: that is said, and is no finding. */
export function checkFormerly(formerly: Kept['formerly'], logId: string | null, findings: Findings): Former | null {
  const { database = null, address = null } = formerly ?? {}
  if (database !== null && database.logId !== logId) {
    const stood = `log ${database.logId}, which was verified in this database, with ${database.size} signed events`
    findings.about('log', 'log_identity', stood, `log ${logId}`)
    return null
  }
  return address !== null && address.logId !== logId ? address : null
}
