// The audit that a restore ends with: the tool that auditors use, as they start it. It is another process, with its own limits of
// memory, and shares no code with what wrote the rows.
import { spawn } from 'node:child_process'
import { constants } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { environmentOf } from '#services/platform/process/service-environment.ts'

/** Its first line names the limits. */
const LEDGER = join(import.meta.dirname, '../../auditor/ledger.js')

/** What it is held against: verifier keys of the log, and the file of a checkpoint. */
export type AuditWith = { readonly keys: readonly string[]; readonly checkpoint: string | null }

/** Of the log in this database, which is told on the terminal. Answers the exit code, as a shell has it. */
export function audit(url: string, { keys, checkpoint }: AuditWith): Promise<number> {
  const path = [dirname(process.execPath), process.env.PATH].join(delimiter)
  const env = { ...environmentOf(process.env), DATABASE_URL: url, PATH: path }
  const held = [...keys.flatMap((key) => ['--key', key]), ...(checkpoint === null ? [] : ['--checkpoint', checkpoint])]
  const child = spawn(LEDGER, ['verify', ...held], { env, stdio: 'inherit' })
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('exit', (code, signal) => resolve(code ?? 128 + constants.signals[signal!]))
  })
}
