// The audit that a restore ends with: the tool that auditors use, as they start it. It is another process, with its own limits of
// memory, and shares no code with what wrote the rows.
import { spawn } from 'node:child_process'
import { delimiter, dirname, join } from 'node:path'
import { environmentOf } from '#services/platform/process/service-environment.ts'

/** Its first line names the limits. */
const LEDGER = join(import.meta.dirname, '../../auditor/ledger.js')

/** Of the log in this database, which is told on the terminal. Answers the exit code. */
export function audit(url: string): Promise<number> {
  const path = [dirname(process.execPath), process.env.PATH].join(delimiter)
  const env = { ...environmentOf(process.env), DATABASE_URL: url, PATH: path }
  const child = spawn(LEDGER, ['verify'], { env, stdio: 'inherit' })
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('exit', (code) => resolve(code ?? 130))
  })
}
