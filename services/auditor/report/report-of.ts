// Makes a report from the results of an audit.
import type { Findings } from '../findings/findings.ts'
import type { Replay } from '../replay/replay.ts'
import type { Report } from './report.ts'

/** The results about the log itself. */
export type Judged = Pick<Report, 'store' | 'tree' | 'newestSigned'> & {
  readonly resumedFrom?: Report['resumedFrom']
  readonly replay: Replay
  readonly range: Pick<Report, 'first' | 'last'>
  readonly findings: Findings
}

/** How many rows beside the log were compared. `rows`: of the read models. */
export type Compared = Pick<Report, 'readModels' | 'evidence'> &
  Pick<Report['counts'], 'identities' | 'sessions' | 'reasons' | 'rows'> & {
    /** How many of the sessions are from before sign-ins were events. */
    readonly olderSessions: number
    /** How many prices on the board are from before prices were published. */
    readonly olderPrices: number
  }

export const NOTHING_COMPARED: Compared = {
  ...{ identities: 0, sessions: 0, olderSessions: 0, reasons: 0, rows: 0, readModels: [], evidence: 0, olderPrices: 0 },
}

/** What the verdict covers, and what it does not. */
export type Extent = Pick<Report, 'isProtected' | 'notCovered' | 'olderNotCovered'>

export function reportOf(judged: Judged, compared: Compared, extent: Extent): Omit<Report, 'seconds'> {
  const { store, replay, range, tree, newestSigned, findings, resumedFrom = null } = judged
  const { identities, sessions, reasons, rows, readModels, evidence } = compared
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
    ...{ readModels, evidence, ...extent },
    findings: findings.sorted(),
    findingsInAll: findings.count,
    byCode: findings.byCode(),
    gaps: findings.gaps,
  }
}
