// `ledger verify`: reads a log once, in order, checks and folds it, and compares with everything that was made of it.

import { type AuditedStore, overEventStore } from './event-store/log.ts'
import { readForms } from './events/schemas.ts'
import type { LogRow } from './events/shapes.ts'
import { Incomplete } from './failures.ts'
import { Findings } from './findings.ts'
import { checkIdentities, checkReasons, PASSWORD_CHANGES, readSessions } from './identity.ts'
import type { AuditedLog, LogBatch } from './log.ts'
import { openPostgresLog } from './postgres/log.ts'
import { lacks, openSnapshot, type Snapshot } from './postgres/snapshot.ts'
import { readClock, unexpectedColumns } from './postgres/surroundings.ts'
import { CHECKPOINT_COLUMNS, CHECKPOINTS } from './read-models/checkpoints.ts'
import { Comparison } from './read-models/comparison.ts'
import { READ_MODELS } from './read-models/models.ts'
import { Replay } from './replay.ts'
import type { End, Report } from './report.ts'
import { findStuckTransfers } from './rules/money.ts'

export type VerifyOptions = {
  /** Connection string of the Postgres; the services' role is enough. */
  readonly url: string
  /** Where the log is, if it is not in that Postgres; stays open. */
  readonly store?: AuditedStore
  /** False: chains, lines and invariants alone, without read models and identity. */
  readonly compare?: boolean
  /** How many threads check the log: 2 where there are two cores. Starting one takes longer than a short log. */
  readonly threads?: 1 | 2
  /** Called now and then: events checked, and how many there are. */
  readonly onProgress?: (done: number, total: number) => void
  /** Ends it early: `verify` then throws what the signal's reason is. */
  readonly signal?: AbortSignal
}

const PROGRESS_EVERY = 2_000
/** How far the clocks of the product and of its database may be apart. */
const CLOCKS_APART_MS = 10_000

/** Throws NoConnection where there is no database, or no ledger in it; Incomplete where a table of it is not there. */
export async function verify(options: VerifyOptions): Promise<Report> {
  const begun = performance.now()
  const { store, threads, signal } = options
  const log = store === undefined ? openPostgresLog(threads, signal) : overEventStore(store, signal)
  let snapshot: Snapshot | null = null
  try {
    snapshot = await openLedger(options, log)
    signal?.throwIfAborted()
    const report = await verifySnapshot(snapshot, log, options)
    return { ...report, seconds: (performance.now() - begun) / 1_000 }
  } catch (error) {
    // the connections were cut: what failed then is only a consequence
    signal?.throwIfAborted()
    throw error
  } finally {
    await log.close()
    await snapshot?.close()
  }
}

function openLedger({ url, compare = true, signal }: VerifyOptions, { needs }: AuditedLog): Promise<Snapshot> {
  const tables = READ_MODELS.flatMap((model) => model.tables.map(({ table }) => `app.${table}`))
  return openSnapshot(url, compare ? [...tables, CHECKPOINTS, PASSWORD_CHANGES] : [], needs, signal)
}

async function verifySnapshot(
  snapshot: Snapshot,
  log: AuditedLog,
  options: VerifyOptions,
): Promise<Omit<Report, 'seconds'>> {
  const { compare = true, onProgress } = options
  const { main } = snapshot
  const findings = new Findings()
  if (compare) await checkColumns(snapshot, log, findings)
  const isProtected = await log.isProtected(snapshot)
  await log.checkKeeping(findings)
  const clock = await readClock(main)
  const total = await log.count(snapshot)
  const sessions = compare ? await readSessions(main, findings) : new Map<string, string>()

  const replay = new Replay(readForms(), findings, sessions)
  const comparison = compare ? await Comparison.begin(snapshot, replay, findings) : null
  const range = await replayAll(log.read(snapshot), replay, comparison, (done) => onProgress?.(done, total))
  replay.finish(clock.now)
  findStuckTransfers(replay.state, findings, clock.arrivedBefore)
  await comparison?.end()
  if (replay.stoppedAt !== null) {
    findings.gap('rules, lines and read models are unchecked from there on', replay.stoppedAt)
  }
  // a log in this database is of the same moment as its rows
  const newerThan = log.store === 'Postgres' ? null : new Date(clock.now - CLOCKS_APART_MS).toISOString()
  const identities =
    compare && replay.stoppedAt === null ? await checkIdentities(main, replay.state, findings, newerThan) : 0
  const reasons = compare ? await checkReasons(main, findings) : 0
  const { state } = replay
  return {
    store: log.store,
    logId: replay.logId,
    first: range.first,
    last: range.last,
    counts: {
      events: replay.events,
      lines: state.book.lines,
      bets: state.betsPlaced,
      openBets: state.openBets.size,
      accounts: state.accounts.size,
      fixtures: state.fixtures.size,
      identities,
      sessions: sessions.size,
      reasons,
      rows: comparison?.rows ?? 0,
    },
    readModels: comparison?.places ?? [],
    isProtected,
    findings: findings.sorted(),
    findingsInAll: findings.count,
    byCode: findings.byCode(),
    gaps: findings.gaps,
  }
}

const endAt = (row: LogRow | undefined): End | null =>
  row === undefined ? null : { number: row.number, position: row.position, hash: row.hash }

async function replayAll(
  log: AsyncIterable<LogBatch>,
  replay: Replay,
  comparison: Comparison | null,
  onProgress: (done: number) => void,
): Promise<{ first: End | null; last: End | null }> {
  let first: End | null = null
  let last: End | null = null
  let told = 0
  for await (const { rows, isSound } of log) {
    for (let index = 0; index < rows.length; index++) {
      const row = rows[index]!
      const due = comparison?.before(row.number)
      if (due !== undefined) await due
      const replayed = replay.add(row, isSound(index))
      const waiting = comparison?.event(replayed)
      if (waiting !== undefined) await waiting
    }
    first ??= endAt(rows[0])
    last = endAt(rows.at(-1)) ?? last
    if (replay.events - told >= PROGRESS_EVERY) {
      told = replay.events
      onProgress(told)
    }
  }
  return { first, last }
}

/** A column that nobody compares would be a place to hide things in. */
async function checkColumns(snapshot: Snapshot, log: AuditedLog, findings: Findings): Promise<void> {
  const known = new Map<string, readonly string[]>([...log.columns, [CHECKPOINTS, CHECKPOINT_COLUMNS]])
  for (const { tables } of READ_MODELS) for (const { table, columns } of tables) known.set(`app.${table}`, columns)
  const { unknown, missing } = await unexpectedColumns(snapshot.main, known)
  for (const column of unknown) findings.gap(`the auditor does not know the column ${column}`)
  if (missing.length > 0) throw new Incomplete(lacks(missing))
}
