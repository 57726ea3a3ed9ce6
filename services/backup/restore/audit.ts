// The audit at the end of a restore: the tool that auditors use, started as they start it. It is a separate process
// with its own memory limits, and shares no code with what wrote the rows.
import { spawn } from 'node:child_process'
import { constants } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { environmentOf } from '#services/platform/process/service-environment.ts'

/** Its first line sets the limits. */
const LEDGER = join(import.meta.dirname, '../../auditor/ledger.js')

/** What the log is compared with: verifier keys of the log, and a file with a checkpoint. */
export type AuditWith = { readonly keys: readonly string[]; readonly checkpoint: string | null }

/** Audits the log in this database, reporting on the terminal. Returns the exit code as a shell would. */
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
