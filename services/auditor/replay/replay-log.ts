// Replays a whole log and compares the rows beside it on the way.
import type { LogBatch } from '../audited-log.ts'
import type { LogRow } from '../events/log-row.ts'
import type { EvidenceCheck } from '../evidence/evidence.ts'
import type { Findings } from '../findings/findings.ts'
import type { Comparison } from '../read-models/comparison.ts'
import type { End } from '../report/report.ts'
import { findStuckDraws } from '../rules/desk/treasury.ts'
import { findStuckTransfers } from '../rules/transfers.ts'
import type { TreeCheck } from '../tree/tree-check.ts'
import type { Replay } from './replay.ts'

const PROGRESS_EVERY = 2_000

const endAt = (row: LogRow | undefined): End | null =>
  row === undefined
    ? null
    : { number: row.number, position: row.position, hash: row.hash, event: `${row.stream}@${row.version}` }

/** Something to do after the event of this ledger number and before the next. */
export type Stop = { readonly number: number; take(at: End): void }

/** Everything that looks at each event during one pass through the log. */
export type Pass = {
  readonly replay: Replay
  readonly comparison?: Comparison | null
  readonly evidence?: EvidenceCheck | null
  readonly tree?: Pick<TreeCheck, 'ready' | 'add'> | null
  readonly stop?: Stop | null
  /** Called every few thousand events with how many have been folded. */
  readonly onProgress: (done: number) => void
}

/** Folds the log in order. Returns its first and last event; null if it has none. */
export async function replayAll(
  log: AsyncIterable<LogBatch>,
  { replay, comparison = null, evidence = null, tree = null, stop = null, onProgress }: Pass,
): Promise<{ first: End | null; last: End | null }> {
  let first: End | null = null
  let last: End | null = null
  let reported = 0
  for await (const { rows, isSound, leaf } of log) {
    await tree?.ready(rows.length)
    for (let index = 0; index < rows.length; index++) {
      const row = rows[index]!
      const due = comparison?.before(row.number)
      if (due !== undefined) await due
      tree?.add(row, leaf(index))
      const replayed = replay.add(row, isSound(index))
      const waiting = comparison?.event(replayed)
      if (waiting !== undefined) await waiting
      const looking = evidence?.event(replayed)
      if (looking !== undefined) await looking
      if (row.number === stop?.number) stop.take(endAt(row)!)
    }
    first ??= endAt(rows[0])
    last = endAt(rows.at(-1)) ?? last
    if (replay.events - reported >= PROGRESS_EVERY) {
      reported = replay.events
      onProgress(reported)
    }
  }
  return { first, last }
}

/**
 * `now`: the store's clock, in milliseconds. `arrivedBefore`: a transfer still in transit since before then is stuck;
 * null: any is.
 */
export type AuditClock = { readonly now: number; readonly arrivedBefore: string | null }

/** Runs the checks that need the whole log. Call it after the last event. */
export function finishReplay(replay: Replay, findings: Findings, { now, arrivedBefore }: AuditClock): void {
  replay.finish(now)
  findStuckTransfers(replay.state, findings, arrivedBefore)
  findStuckDraws(replay.state, findings, arrivedBefore)
  if (replay.stoppedAt !== null) {
    findings.gap('rules, lines and read models are unchecked from there on', replay.stoppedAt)
  }
}
