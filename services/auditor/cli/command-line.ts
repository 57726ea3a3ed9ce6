// The command line of the auditor.
import { Command, CommanderError } from 'commander'
import { LogIdentityMismatch, StoreUnavailable } from '#services/event-store/port.ts'
import { type Config, readConfig } from '#services/platform/config.ts'
import type { LocalDatabase } from '#services/platform/embedded-postgres/local-database.ts'
import { type OpenStore, openLedgerDatabase, openLedgerStore } from '../database.ts'
import { Incomplete, NoConnection, Usage } from '../failures.ts'
import { FINDINGS } from '../findings/finding-codes.ts'
import { jsonReport } from '../report/json-report.ts'
import { EXIT, exitCodeOf } from '../report/report.ts'
import { textReport } from '../report/text-report.ts'
import { TOOL_VERSION } from '../report/version.ts'
import { verify } from '../verify.ts'
import { openOutput } from './output.ts'
import { showProgress } from './progress.ts'

type VerifyFlags = { readonly json?: boolean; readonly output: string }

const interrupted = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => interrupted.abort(new Error(signal)))

async function runVerify({ json = false, output }: VerifyFlags): Promise<number> {
  const config = readSettings()
  const out = openOutput(output)
  const progress = showProgress(process.stderr)
  let database: LocalDatabase | null = null
  let store: OpenStore | null = null
  try {
    database = await openLedgerDatabase(config)
    store = await openLedgerStore(config)
    const { signal } = interrupted
    const report = await verify({
      url: database.serviceUrl,
      ...(store && { store }),
      signal,
      onProgress: progress.update,
    })
    progress.end()
    await out.write(json ? jsonReport(report) : textReport(report, out.isTerminal && !process.env.NO_COLOR))
    return exitCodeOf(report)
  } finally {
    progress.end()
    await store?.close()
    await database?.close()
  }
}

function readSettings(): Config {
  try {
    return readConfig()
  } catch (error) {
    throw new Usage((error as Error).message)
  }
}

/** SQLSTATE classes 'connection exception', 'insufficient resources' and 'operator intervention'. */
const GONE = /^(08|53|57)/
const isRefusal = (error: unknown): error is Error & { readonly code: string } =>
  error instanceof Error && 'severity' in error && 'code' in error
const isConnectionLost = (error: unknown): boolean =>
  isRefusal(error)
    ? GONE.test(error.code)
    : error instanceof Error && /Connection terminated|ECONN|EPIPE/.test(error.message)

const CODES = Object.entries(FINDINGS)
  .map(([code, meaning]) => `  ${code.padEnd(22)} ${meaning}`)
  .join('\n')

const program = new Command('ledger')
  .description('Audits the ledger with code of its own. Read-only.')
  .version(TOOL_VERSION)
  .exitOverride()
program
  .command('verify')
  .description('check chains, postings, invariants, returns and commitments, and compare with the read models')
  .option('--json', 'a report for programs, schema fairbook-verify/1')
  .option('-o, --output <file>', "where the report goes; '-' is standard output", '-')
  .addHelpText(
    'after',
    `
The ledger is found as the product finds it: DATABASE_URL, or the Postgres of DATA_DIR (./.data); the log on
EventStoreDB where EVENTSTORE_URL (with EVENTSTORE_PREFIX) is set.
Exit codes: 0 clean, 1 findings, 2 usage, 3 incomplete, 4 no connection, 130 interrupted.

Findings:
${CODES}`,
  )
  .action(async (flags: VerifyFlags) => {
    process.exitCode = await runVerify(flags)
  })

try {
  await program.parseAsync()
} catch (error) {
  process.exitCode = codeOf(error)
}

function codeOf(error: unknown): number {
  // commander has already printed it; help and version are not errors
  if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : EXIT.usage
  if (interrupted.signal.aborted) return EXIT.interrupted
  process.stderr.write(`ledger: ${error instanceof Error ? error.message : String(error)}\n`)
  if (error instanceof Usage) return EXIT.usage
  // another log than the one that the read models know: nothing can be checked
  if (error instanceof LogIdentityMismatch || error instanceof Incomplete) return EXIT.incomplete
  if (error instanceof NoConnection || error instanceof StoreUnavailable) return EXIT.noConnection
  if (isConnectionLost(error)) return EXIT.noConnection
  // there is a ledger, but this role may not read all of it
  if (isRefusal(error)) return EXIT.incomplete
  if (error instanceof Error && error.stack) process.stderr.write(`${error.stack}\n`)
  return EXIT.incomplete
}
