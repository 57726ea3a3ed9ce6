// `ledger import`: writes the log of an export into an empty Postgres log, byte for byte and in order.
//
// It is one transaction under the lock of appends: the product would go on from a log that was imported in part, and
// nothing could tell it from a whole one. An interrupted import is simply done again.
import type pg from 'pg'
import { APPEND_LOCK } from '#services/event-store/postgres/append-sql.ts'
import { connect } from '#services/platform/database/connect.ts'
import type { Answer, Call } from '../commands/command.ts'
import type { LogRow } from '../events/log-row.ts'
import { Incomplete, NoConnection, Usage } from '../failures.ts'
import type { FindingCode } from '../findings/finding-codes.ts'
import type { Finding } from '../findings/findings.ts'
import { keysOption } from '../proofs/kept.ts'
import { answerOfVerdict } from '../proofs/verdict.ts'
import { numbered } from '../report/listing/cells.ts'
import type { End, Report } from '../report/report.ts'
import { LogTree } from '../tree/log-tree.ts'
import type { TreeReport } from '../tree/signed-roots.ts'
import type { Read } from '../walk/reading.ts'
import { ExportedLog } from './exported-log.ts'
import { verifyExport } from './verify-export.ts'

/** Codes that mean that these are not the events that were recorded, whatever the events themselves say. */
const OF_THE_RECORD: ReadonlySet<FindingCode> = new Set([
  ...(['log_identity', 'number_gap', 'number_order', 'hash_mismatch', 'column_mismatch'] as const),
  ...(['body_unreadable', 'body_not_canonical', 'schema_mismatch', 'version_gap', 'chain_broken'] as const),
  ...(['log_cut', 'signed_root_mismatch', 'checkpoint_invalid', 'log_key_invalid'] as const),
  ...(['export_line_malformed', 'export_file_mismatch', 'export_manifest_mismatch'] as const),
  'export_signature_invalid',
])

type Verified = Omit<Report, 'seconds'>

/** How many rows each call of log.append takes. */
const BATCH = 500
const APPEND = `select log.append(stream_list => $1, expected_versions => $2, expected_hash_list => $3, chunks => $4,
  type_list => $5, hash_list => $6, body_list => $7) as positions`
const LOCK = `select pg_advisory_xact_lock(${APPEND_LOCK})`

export async function answerImport(call: Call): Promise<Answer> {
  const folder = call.argument!
  const keys = keysOption(call).map(({ text }) => text)
  const { report } = await verifyExport({ folder, kept: { keys } })
  const faults = report.findings.filter(({ code }) => OF_THE_RECORD.has(code))
  const gap = report.gaps[0]
  if (report.findingsInAll > report.findings.length || faults.length > 0) return refused(folder, report, faults)
  if (gap !== undefined) {
    const place = gap.number === null ? '' : `, from ledger number ${numbered(gap.number)} on`
    throw new Incomplete(`nothing was imported: ${gap.what}${place}`)
  }
  if (report.logId === null) throw new Usage(`${folder} has no events`)
  const { url, store, signal } = await call.openLedger()
  if (url === undefined || store !== undefined)
    throw new Usage('an export is imported into a Postgres log, and EVENTSTORE_URL names another one')
  const client = await connect(url, { name: 'fairbook ledger import' }).catch((error: Error) => {
    throw new NoConnection(`the database cannot be reached: ${error.message}`)
  })
  try {
    await copyInto(client, new ExportedLog(folder), report.tree, signal)
  } finally {
    await client.end()
  }
  return imported(folder, report)
}

/** `tree`: of the verified export. It is compared with what was written, since the export is read twice. */
async function copyInto(client: pg.Client, log: ExportedLog, tree: TreeReport, signal?: AbortSignal): Promise<void> {
  await client.query('begin isolation level read committed')
  await client.query(LOCK)
  await expectEmpty(client)
  const heads = new Map<string, Head>()
  const written = new LogTree()
  for await (const { rows, leaf } of log.read(signal)) {
    for (let at = 0; at < rows.length; at += BATCH) await append(client, rows.slice(at, at + BATCH), heads)
    for (let index = 0; index < rows.length; index++) written.add(leaf(index))
  }
  if (written.size !== tree.size || written.root() !== tree.root)
    throw new Incomplete('nothing was imported: the export was changed while it was read')
  await client.query('commit')
}

/** Throws Usage if the database has rows of a ledger, which would make the product refuse this one. */
async function expectEmpty(client: pg.Client): Promise<void> {
  const migrated = await client.query<{ yes: boolean }>(`select to_regclass('log.events') is not null as yes`)
  if (migrated.rows[0]?.yes !== true)
    throw new Usage('the database has no tables for a ledger yet: npm run migrate makes them')
  const { rows } = await client.query<{ what: string }>(`
    select 'its log has events' as what from log.events
    union all select 'it has the signed tree of a log' from app.log_tree
    union all select 'it has read models of a log' from app.projection_checkpoint
    limit 1`)
  const [found] = rows
  if (found !== undefined)
    throw new Usage(
      `the database is not empty: ${found.what}; an export goes into one that was migrated and never started`,
    )
}

type Head = { readonly version: number; readonly hash: string }

/**
 * One call of log.append names each stream once, with its events in the order of the log. `heads`: of all streams so
 * far.
 */
async function append(client: pg.Client, rows: readonly LogRow[], heads: Map<string, Head>): Promise<void> {
  const chunks = new Map([...new Set(rows.map(({ stream }) => stream))].map((stream, index) => [stream, index + 1]))
  const before = [...chunks.keys()].map((stream) => heads.get(stream))
  const { rows: answered } = await client.query<{ positions: (string | null)[] }>(APPEND, [
    [...chunks.keys()],
    before.map((head) => head?.version ?? -1),
    before.map((head) => (head === undefined ? null : Buffer.from(head.hash, 'hex'))),
    rows.map(({ stream }) => chunks.get(stream)),
    rows.map(({ type }) => type),
    rows.map(({ hash }) => Buffer.from(hash, 'hex')),
    rows.map(({ body }) => body),
  ])
  const positions = answered[0]?.positions ?? []
  for (const { stream, version, hash, number } of rows) {
    const chunk = chunks.get(stream)!
    // log.append returns the position of the first event of each chunk; numbers begin at 0, positions at 1
    if (heads.get(stream) === before[chunk - 1] && positions[chunk - 1] !== String(number + 1))
      throw new Incomplete(`nothing was imported: the database has another place for ledger number ${number}`)
    heads.set(stream, { version, hash })
  }
}

/** What the answer rests on, as in every other answer. */
function readOf({ logId, first, last, tree: { size, root } }: Verified): Read {
  const endOf = (end: End | null) => end && { number: end.number, hash: end.hash }
  return { logId, first: endOf(first), last: endOf(last), events: size, tree: { size, root } }
}

function refused(folder: string, report: Verified, faults: readonly Finding[]): Answer {
  const [first] = faults
  const where =
    first === undefined
      ? ''
      : ` (${first.code}: ${first.subject}${first.position === null ? '' : `, ${first.position}`})`
  return answerOfVerdict({
    command: 'import',
    isRight: false,
    sentence: `Nothing was imported: ${folder} is not the ledger that was exported${where}; ledger verify --source says more.`,
    read: readOf(report),
    facts: [{ key: 'findings', title: 'findings', value: faults.length }],
  })
}

const LACKS =
  'names, passwords, second factors, sessions, requests, the texts of reasons and notes, and the provider’s prices and messages are not in an export'
/** The findings that an audit has because of that. */
const MISSED =
  'identity_gone, session_gone, request_gone, request_mismatch, reason_gone, note_gone, quote_message_gone, result_message_gone'

function imported(folder: string, report: Verified): Answer {
  return answerOfVerdict({
    command: 'import',
    isRight: true,
    sentence: `The ledger of ${folder} is in the database, byte for byte up to ledger number ${numbered(report.last!.number)}: read models are built when the product starts; ${LACKS}, and ledger verify names what is missing until it is brought from elsewhere (${MISSED}).`,
    read: readOf(report),
    facts: [{ key: 'findings', title: 'findings by the rules', value: report.findingsInAll }],
  })
}
