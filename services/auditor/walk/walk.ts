// Reads a log once, up to a moment, and folds it by the auditor's own rules.
import type { LedgerAccount } from '../book/book.ts'
import type { LogRow } from '../events/log-row.ts'
import { readSchemas } from '../events/schemas.ts'
import { Usage } from '../failures.ts'
import { Findings } from '../findings/findings.ts'
import { Replay, type Replayed } from '../replay/replay.ts'
import type { State } from '../replay/state.ts'
import { LogTree } from '../tree/log-tree.ts'
import { type Moment, Until } from './moment.ts'
import type { OpenLog } from './open-log.ts'
import { type Read, Reading } from './reading.ts'

const PROGRESS_EVERY = 2_000

/** What was read, and the state that it comes to. */
export type Passage = Read & {
  readonly state: State
  /** What is wrong with the log itself, and what could not be checked. */
  readonly findings: Findings
}

export type Posting = { readonly from: LedgerAccount; readonly to: LedgerAccount; readonly cents: number }

/** `postings`: those of this event, in order. The next event overwrites the array. */
export type Visit = (replayed: Replayed, state: State, postings: readonly Posting[]) => void

/**
 * Folds every event up to and including `until` (null: to the end), and calls `visit` with each after it was folded.
 * `tree` has grown by the event when `visit` is called. Throws Usage if the log ends before the ledger number `until`.
 */
export async function walk(
  log: OpenLog,
  until: Moment | null,
  visit: Visit = () => undefined,
  tree = new LogTree(),
): Promise<Passage> {
  const findings = new Findings()
  const replay = new Replay(readSchemas(), findings, { spill: log.spill })
  const postings: Posting[] = []
  replay.state.book.onPosting = (from, to, cents) => void postings.push({ from, to, cents })
  const reading = new Reading(tree)
  await forEachRow(log, until, (row, isSound, leaf) => {
    reading.add(row, leaf())
    postings.length = 0
    visit(replay.add(row, isSound), replay.state, postings)
  })
  for (const { subject, code, expected, actual } of log.faults) findings.about(subject, code, expected, actual)
  expectReached(until, reading.end)
  const { state, logId, stoppedAt } = replay
  if (stoppedAt !== null) findings.gap('nothing is counted from there on', stoppedAt)
  return { ...reading.read, state, logId, findings }
}

/**
 * Calls `visit` with every row up to and including `until`, neither parsed nor folded. `isSound`, `leaf`: see
 * `LogBatch`. Computing a leaf takes a hash, so it is done on demand.
 */
export async function forEachRow(
  log: OpenLog,
  until: Moment | null,
  visit: (row: LogRow, isSound: boolean, leaf: () => Buffer) => void,
): Promise<void> {
  const end = new Until(until)
  const total = until !== null && 'number' in until ? Math.min(log.total, until.number + 1) : log.total
  let done = 0
  let reported = 0
  for await (const { rows, isSound, leaf } of log.read()) {
    for (let index = 0; index < rows.length; index++) {
      const row = rows[index]!
      if (end.isBeyond(row)) return
      visit(row, isSound(index), () => leaf(index))
      done += 1
    }
    if (done - reported < PROGRESS_EVERY) continue
    reported = done
    log.report(done, total)
  }
}

function expectReached(until: Moment | null, last: number): void {
  if (until === null || !('number' in until) || until.number <= last) return
  throw new Usage(
    last === -1 ? 'the log has no events' : `the log ends at ledger number ${last}, before ${until.number}`,
  )
}
