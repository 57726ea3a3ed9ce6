// The answer of `ledger verify`.
import type { Answer, Call, LedgerAccess } from './commands/command.ts'
import { listOption } from './commands/options.ts'
import { logIdIn } from './events/log-row.ts'
import { keysOption, remember, remembered, textOfFile, witnessesOption } from './proofs/kept.ts'
import { jsonReport } from './report/json-report.ts'
import { EXIT, exitCodeOf } from './report/report.ts'
import { textReport } from './report/text-report.ts'
import type { Kept } from './tree/signed-roots.ts'
import { verify } from './verify.ts'
import { OpenLog } from './walk/open-log.ts'

export async function answerVerify(call: Call): Promise<Answer> {
  const access = await call.openLedger()
  // what an export says of its keys is for itself alone, and it may be older than what is remembered
  const remembers = call.options.remember !== false && access.folder === undefined
  const report = await verify({ ...access, kept: keptOf(call, remembers ? await logIdOf(access) : null) })
  const code = exitCodeOf(report)
  const { logId, newestSigned } = report
  if (remembers && code === EXIT.clean && logId !== null && newestSigned !== null) remember(logId, newestSigned)
  return {
    exitCode: code,
    json: () => [jsonReport(report)],
    text: (color) => [textReport(report, color)],
  }
}

/** `logId`: whose last checkpoint is remembered; null: none. */
function keptOf(call: Call, logId: string | null): Kept {
  const last = logId === null ? null : remembered(logId)
  const given = (listOption(call, 'checkpoint') ?? []).map((path) => ({ name: path, note: textOfFile(path) }))
  const keys = keysOption(call).map(({ text }) => text)
  const witnessed = witnessesOption(call)
  const onlyKeys = keys.length > 0
  if (last === null) return { checkpoints: given, keys, onlyKeys, witnessed }
  return {
    witnessed,
    onlyKeys,
    checkpoints: [...given, { name: 'the checkpoint of the last verify', note: last.note }],
    keys: [...keys, last.key],
  }
}

/** As its first event says; null where that cannot be read. */
async function logIdOf(access: LedgerAccess): Promise<string | null> {
  return OpenLog.ask(access, async (log) => {
    for await (const { rows } of log.read()) return logIdIn(rows[0]?.body ?? '')
    return null
  })
}
