// The answer of `ledger verify`.
import type { Answer, Call, LedgerAccess } from './commands/command.ts'
import { textOption } from './commands/options.ts'
import { logIdIn } from './events/log-row.ts'
import { Usage } from './failures.ts'
import { type DatabaseName, databaseName } from './postgres/database-name.ts'
import {
  checkpointsOption,
  keysOption,
  placeName,
  remember,
  remembered,
  sizeOf,
  witnessesOption,
} from './proofs/kept.ts'
import { jsonReport } from './report/json-report.ts'
import { EXIT, exitCodeOf } from './report/report.ts'
import { textReport } from './report/text-report.ts'
import type { Former, Kept } from './tree/signed-roots.ts'
import { verify } from './verify.ts'
import { OpenLog } from './walk/open-log.ts'

/** Where the log was found. `logId`: from its first event; null if that cannot be read. */
type Found = { readonly logId: string | null } & Places
/** By the names that `remember` uses; null if not known. */
type Places = { readonly database: string | null; readonly address: string | null }

export async function answerVerify(call: Call): Promise<Answer> {
  const access = await call.openLedger()
  // an export vouches only for itself, and may be older than what is remembered
  const remembers = call.options.remember !== false && access.folder === undefined
  const found = remembers ? await look(access) : null
  const state = textOption(call, 'state')
  if (state !== null && access.folder !== undefined) throw new Usage('--state goes with a database, not with --source')
  const report = await verify({ ...access, ...(state !== null && { state }), kept: keptOf(call, found) })
  const code = exitCodeOf(report)
  const { logId, newestSigned } = report
  if (found !== null && code === EXIT.clean && logId !== null && newestSigned !== null) {
    remember(
      logId,
      newestSigned,
      [found.database, found.address].filter((place) => place !== null),
    )
  }
  return {
    exitCode: code,
    json: () => [jsonReport(report)],
    text: (color) => [textReport(report, color)],
  }
}

/** `found`: null if nothing remembered is to be used. */
function keptOf(call: Call, found: Found | null): Kept {
  const [last, database, address] = [found?.logId, found?.database, found?.address].map((name) =>
    name == null ? null : remembered(name),
  )
  const given = checkpointsOption(call, 'checkpoint')
  const keys = keysOption(call).map(({ text }) => text)
  const kept = { witnessed: witnessesOption(call), onlyKeys: keys.length > 0 }
  const formerly = { database: formerOf(database), address: formerOf(address) }
  const exchanged = formerly.database === null || formerly.database.logId === found?.logId ? null : database
  const held = [
    ...(last == null ? [] : [{ name: 'the checkpoint of the last verify', ...last }]),
    ...(exchanged == null ? [] : [{ name: 'the checkpoint of the last verify in this database', ...exchanged }]),
  ]
  return {
    ...kept,
    formerly,
    checkpoints: given,
    keys,
    remembered: held,
  }
}

const formerOf = (last: ReturnType<typeof remembered> | undefined): Former | null =>
  last?.logId == null ? null : { logId: last.logId, size: sizeOf(last) }

async function look(access: LedgerAccess): Promise<Found> {
  const places = async (log: OpenLog): Promise<Found> => {
    const read = placesOf(log.snapshot === null ? null : await databaseName(log.snapshot))
    for await (const { rows } of log.read()) return { logId: logIdIn(rows[0]?.body ?? ''), ...read }
    return { logId: null, ...read }
  }
  // even an empty log has to be looked up: there may have been a ledger in its place
  return OpenLog.ask(access, places, [], { mayBeUnbegun: true })
}

const placesOf = (name: DatabaseName | null): Places => ({
  database: name?.itself == null ? null : placeName(...name.itself),
  address: name === null ? null : placeName(...name.address),
})
