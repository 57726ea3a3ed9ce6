// A report, made of what was read.
import type { Findings } from '../findings/findings.ts'
import type { Replay } from '../replay/replay.ts'
import type { Report } from './report.ts'

/** The log itself. */
export type Judged = Pick<Report, 'store' | 'tree' | 'newestSigned'> & {
  readonly resumedFrom?: Report['resumedFrom']
  readonly replay: Replay
  readonly range: Pick<Report, 'first' | 'last'>
  readonly findings: Findings
}

/** What was looked at beside it: rows that were checked, by what they are of. */
export type Beside = Pick<Report, 'readModels' | 'evidence' | 'isProtected' | 'notCovered' | 'olderNotCovered'> &
  Pick<Report['counts'], 'identities' | 'sessions' | 'reasons' | 'rows'>

export function reportOf(judged: Judged, beside: Beside): Omit<Report, 'seconds'> {
  const { store, replay, range, tree, newestSigned, findings, resumedFrom = null } = judged
  const { identities, sessions, reasons, rows, ...looked } = beside
  const { state } = replay
  return {
    store,
    logId: replay.logId,
    ...range,
    tree,
    newestSigned,
    resumedFrom: resumedFrom && { size: resumedFrom.size, root: resumedFrom.root, at: resumedFrom.at },
    state: null,
    counts: {
      events: replay.events,
      lines: state.book.lines,
      bets: state.betsPlaced,
      openBets: state.openBets.size,
      accounts: state.accounts.size,
      fixtures: state.fixtures.size,
      ...{ identities, sessions, reasons, rows },
    },
    erasures: state.erasures,
    restores: state.restores,
    ...looked,
    findings: findings.sorted(),
    findingsInAll: findings.count,
    byCode: findings.byCode(),
    gaps: findings.gaps,
  }
}
