// The audit of one moment of a database: the log, checked and folded event by event, and the rows beside it.
import type { AuditedLog, LogBatch } from './audited-log.ts'
import { Beside } from './beside/beside.ts'
import { NOT_COVERED, notReadAgain, olderNotCovered } from './coverage.ts'
import { readSchemas } from './events/schemas.ts'
import { Findings } from './findings/findings.ts'
import { NO_SESSIONS, readSessions } from './identity/sessions.ts'
import { checkDatabaseGuards } from './postgres/guards/database-guards.ts'
import { checkKeys } from './postgres/guards/key-guards.ts'
import { checkTableGuards } from './postgres/guards/table-guards.ts'
import type { Snapshot } from './postgres/snapshot.ts'
import { type DatabaseClock, readBusinessClock, readClock, refuseUnbegun } from './postgres/surroundings.ts'
import { type Checkpoint, readCheckpoints } from './read-models/checkpoints.ts'
import { checkColumns, columnsRead } from './read-models/column-check.ts'
import { reached } from './read-models/comparison.ts'
import { Replay } from './replay/replay.ts'
import { finishReplay, replayAll, type Stop } from './replay/replay-log.ts'
import { EXIT, exitCodeOf, type Report } from './report/report.ts'
import { NOTHING_COMPARED, reportOf } from './report/report-of.ts'
import { RowsCheck } from './rows-check.ts'
import type { Spill, SpillOptions } from './spill/spill.ts'
import type { Keeping } from './state/keeping.ts'
import type { Kept } from './tree/signed-roots.ts'
import { TreeCheck } from './tree/tree-check.ts'

/** By how much the clocks of the product and its database may differ. */
const CLOCK_SKEW_MS = 10_000

/** A ledger in a database that is open to be audited. */
export type OpenedLedger = {
  readonly snapshot: Snapshot
  readonly log: AuditedLog
  /** Of this thread. */
  readonly spill: Spill
  /** For the thread that reads the log. */
  readonly spilling: SpillOptions | undefined
  /** False: only the log is audited. */
  readonly compare: boolean
  /** Why nothing is compared although it was asked for; null otherwise. */
  readonly unread: string | null
  /** Null if no state is kept for the next audit. */
  readonly keeping: Keeping | null
  /** What the auditor has kept: the log must have grown from there. */
  readonly kept: Kept
}

/** What is known once reading has begun, before the first event. */
type Begun = {
  readonly batches: AsyncIterable<LogBatch>
  /** How many events an earlier audit has read: this one goes on after them. */
  readonly from: number
  readonly clock: DatabaseClock
  /** System time from which on an event may be newer than the rows; null if log and rows are of the same moment. */
  readonly newerThan: string | null
  readonly checkpoints: readonly Checkpoint[]
  /** The smallest ledger number that a read model has reached. */
  readonly least: number
  /** What the thread that reads the log compares; null if it compares nothing. */
  readonly beside: Beside | null
}

/** `onProgress`: called periodically with the number of events checked, and of all events. */
export async function verifySnapshot(
  opened: OpenedLedger,
  onProgress: (done: number, total: number) => void,
): Promise<Omit<Report, 'seconds'>> {
  const { snapshot, log, spill, compare, keeping, kept } = opened
  const findings = new Findings()
  const begun = await beginReading(opened, findings)
  const { from, least, beside } = begun
  const isProtected = await checkDatabase(opened, findings)
  const total = await countEvents(opened)
  const { replay, rows } = await beginReplay(opened, begun, findings)
  const treeCheck = await TreeCheck.begin(compare ? snapshot : null, findings, kept, from)
  const split = keeping?.split ?? null
  if (split !== null) {
    spill.expectAllTaken()
    await treeCheck.goOn(split, rows?.evidence.earlier ?? new Map())
  }
  const stop: Stop = {
    number: least,
    take(last) {
      const isWhole = replay.stoppedAt === null && replay.state.deferredChecks.length === 0
      keeping?.take(spill, { ...treeCheck.now, last }, isWhole)
    },
  }
  const { comparison = null, evidence = null } = rows ?? {}
  const read = await replayAll(begun.batches, {
    ...{ replay, comparison, evidence, tree: treeCheck, stop },
    onProgress: (done) => onProgress(done, total),
  })
  const tree = await treeCheck.end(replay.logId, replay.state)
  finishReplay(replay, findings, begun.clock)
  const compared = (await rows?.end()) ?? NOTHING_COMPARED
  const range = { first: split?.first ?? read.first, last: read.last ?? split?.last ?? null }
  const report = reportOf(
    { store: log.store, replay, range, tree, newestSigned: treeCheck.newest, findings, resumedFrom: split },
    compared,
    {
      isProtected,
      notCovered: split === null ? NOT_COVERED : [...NOT_COVERED, ...notReadAgain(split.size)],
      olderNotCovered: olderNotCovered(replay.state, compared),
    },
  )
  if (exitCodeOf(report) === EXIT.clean) keeping?.keep(report, spill, beside)
  return report
}

/** A second thread, if there is one, reads the log from here on while this one goes on preparing. */
async function beginReading(opened: OpenedLedger, findings: Findings): Promise<Begun> {
  const { snapshot, log, spilling, compare, keeping } = opened
  const hasThread = log.startThread(snapshot)
  await keeping?.begin(snapshot, hasThread)
  const from = keeping?.split?.size ?? 0
  if (compare) await checkColumns(snapshot, log, findings)
  const clock = await readClock(snapshot.main)
  // a log in this database is of the same moment as the rows
  const newerThan = log.store === 'Postgres' ? null : new Date(clock.now - CLOCK_SKEW_MS).toISOString()
  const checkpoints = compare ? await readCheckpoints(snapshot.main) : []
  const { least, ofText } = reached(checkpoints)
  const beside = compare && hasThread ? new Beside(spilling) : null
  beside?.ask(ofText, newerThan, keeping?.besideAt(least) ?? null)
  const batches = log.read(snapshot, from, beside)
  return { batches, from, clock, newerThan, checkpoints, least, beside }
}

/** Returns whether grants in this database keep the services from changing stored events. */
async function checkDatabase(opened: OpenedLedger, findings: Findings): Promise<boolean> {
  const { snapshot, log, compare, unread } = opened
  const { main } = snapshot
  if (compare || unread !== null) {
    await checkTableGuards(main, findings)
    await checkDatabaseGuards(main, findings)
    await checkKeys(main, columnsRead(), findings)
  }
  if (unread !== null) findings.gap(`what stands beside the log, since ${unread}`)
  const isProtected = await log.isProtected(snapshot)
  await log.checkKeeping(snapshot, findings)
  return isProtected
}

/**
 * Throws NoConnection if the log is empty and nothing, in the database or kept by the auditor, says that it ever had
 * events.
 */
async function countEvents({ snapshot, log, compare, kept }: OpenedLedger): Promise<number> {
  const total = await log.count(snapshot)
  const { checkpoints = [], remembered = [] } = kept
  const isExpected = checkpoints.length + remembered.length > 0
  if (compare && total === 0 && log.store === 'Postgres' && !isExpected) await refuseUnbegun(snapshot.main)
  return total
}

/** `rows`: null if only the log is audited. */
async function beginReplay(
  { snapshot, log, spill, compare }: OpenedLedger,
  { newerThan, beside, checkpoints, from, clock }: Begun,
  findings: Findings,
): Promise<{ replay: Replay; rows: RowsCheck | null }> {
  const { main } = snapshot
  const sessions = compare ? await readSessions(main, findings, spill) : NO_SESSIONS
  // a product whose log is elsewhere goes on without this database, on a clock that waits for it
  const business = compare && log.store === 'Postgres' ? await readBusinessClock(main) : null
  const replay = new Replay(readSchemas(), findings, { sessions, newerThan, spill, clock: business })
  replay.state.sealsTold = beside
  const asked = { snapshot, replay, findings, checkpoints, from, beside, sessions, newerThan, clock }
  return { replay, rows: compare ? await RowsCheck.begin(asked) : null }
}
