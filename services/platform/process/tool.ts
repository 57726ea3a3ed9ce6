// A tool that an operator starts and that ends by itself. A failure is one line, with a stable code.
import { ExpectedError, lineOf } from '../errors.ts'
import { isTransient, unrecoverableIn } from './transient-errors.ts'

export class ToolError<Code extends string = string> extends ExpectedError {
  readonly code: Code
  /** The available commands, if they are to be shown as well. */
  readonly usage?: string

  constructor(code: Code, message: string, options?: ErrorOptions) {
    super(message, options)
    this.code = code
  }
}

export type Tool = {
  readonly name: string
  /** Prefix of the codes that all tools have: `…_settings`, `…_server` and `…_log`. */
  readonly codes: string
  /** What is printed if a signal ended it. */
  readonly whenInterrupted: string
  /** Returns the exit code. */
  readonly run: (signal: AbortSignal) => Promise<number>
}

/** Codes of Postgres for a login that is refused and for a missing database. */
const NOT_LET_IN = /^(28...|3D000)$/

/**
 * The code for a wrong setting, for a server that does not answer, or for another log than the product's; null for any
 * other error.
 */
export function codeOf(error: unknown, codes: string): string | null {
  if (error instanceof ToolError) return error.code
  if (unrecoverableIn(error) !== null) return `${codes}_log`
  if (isTransient(error)) return `${codes}_server`
  return NOT_LET_IN.test(String((error as { code?: unknown } | null)?.code)) ? `${codes}_settings` : null
}

/** Settles as `read` does, but whatever it throws counts as a wrong setting, unless a server does not answer. */
export async function ofSettings<Result>(codes: string, read: () => Result | Promise<Result>): Promise<Result> {
  try {
    return await read()
  } catch (error) {
    throw codeOf(error, codes) === null ? new ToolError(`${codes}_settings`, lineOf(error), { cause: error }) : error
  }
}

export async function runTool({ name, codes, whenInterrupted, run }: Tool): Promise<void> {
  const interrupted = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => interrupted.abort())
  try {
    process.exitCode = await run(interrupted.signal)
  } catch (error) {
    const code = codeOf(error, codes)
    const runbook = unrecoverableIn(error)?.runbook
    const hint = runbook === undefined ? '' : `; what to do: ${runbook}`
    const line = `${code === null ? '' : `${code}: `}${lineOf(error)}${hint}`
    process.stderr.write(`${name}: ${interrupted.signal.aborted ? whenInterrupted : line}\n`)
    if (error instanceof ToolError && error.usage !== undefined) process.stderr.write(`${error.usage}\n`)
    process.exitCode = interrupted.signal.aborted ? 130 : 1
  }
}
