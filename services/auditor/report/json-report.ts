// The report as JSON, for programs.
import { exitCodeOf, type Report, resultOf, sentenceOf } from './report.ts'
import { TOOL_VERSION } from './version.ts'

/** Version 1 of the schema: members may be added, but none may change its meaning. */
export function jsonReport(report: Report): string {
  const { store, logId, first, last, counts, tree, erasures, restores, readModels, evidence, isProtected } = report
  const { findings, findingsInAll, byCode, gaps, notCovered, olderNotCovered, seconds, resumedFrom, state } = report
  const json = {
    schema: 'fairbook-verify/1',
    tool: TOOL_VERSION,
    result: resultOf(exitCodeOf(report)),
    sentence: sentenceOf(report),
    log: logId,
    store,
    range: { first, last },
    resumedFrom,
    state,
    tree,
    counts,
    erasures,
    restores: restores.map(({ place: _, ...restore }) => restore),
    readModels,
    evidence,
    logProtectedByGrants: isProtected,
    findingsInAll,
    findingsByCode: byCode,
    findings,
    gaps,
    notCovered,
    olderNotCovered,
    seconds: Number(seconds.toFixed(3)),
    eventsPerSecond: Math.round(counts.events / Math.max(seconds, 0.001)),
  }
  return `${JSON.stringify(json, null, 2)}\n`
}
