// Runs the requested command: opens what it needs, shows progress, writes its answer.
import { type Config, readConfig } from '#services/platform/config.ts'
import type { LocalDatabase } from '#services/platform/embedded-postgres/local-database.ts'
import type { Answer, CommandSpec, LedgerAccess } from '../commands/command.ts'
import { type OpenStore, openLedgerDatabase, openLedgerStore } from '../database.ts'
import { Usage } from '../failures.ts'
import { exitCodeOfFailure } from './exit-code.ts'
import { openOutput, shownJson } from './output.ts'
import { createProgram, type Flags } from './program.ts'
import { type Progress, showProgress } from './progress.ts'

// a reader who closes the pipe has read enough of a help text; errors of writing an answer are handled in output.ts
process.stdout.on('error', () => undefined)

const interrupted = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => interrupted.abort(new Error(signal)))

async function runCommand(spec: CommandSpec, argument: string | null, options: Flags): Promise<void> {
  const { json = false, output, source } = options
  const place = spec.outputIs === undefined ? (output as string) : '-'
  const out = openOutput(place)
  const progress = showProgress(process.stderr, { readsAgain: spec.readsAgain === true })
  const { signal } = interrupted
  let database: LocalDatabase | null = null
  let store: OpenStore | null = null
  let answer: Answer | null = null
  const openLedger = async (): Promise<LedgerAccess> => {
    if (typeof source === 'string') return { folder: source, signal, onProgress: progress.update }
    const config = readSettings()
    database = await openLedgerDatabase(config)
    store = await openLedgerStore(config)
    return { url: database.serviceUrl, ...(store && { store }), signal, onProgress: progress.update }
  }
  try {
    answer = await (await spec.load())({ argument, options, signal, openLedger })
    progress.end()
    const pieces = json ? shownJson(answer.json()) : answer.text(out.isTerminal && !process.env.NO_COLOR, out.width)
    await out.write(Symbol.asyncIterator in pieces ? besides(progress, pieces) : pieces)
    progress.end(place === '-' ? null : `the answer is in ${place}`)
    process.exitCode = answer.exitCode
  } finally {
    progress.end()
    answer?.close?.()
    await (store as OpenStore | null)?.close()
    await (database as LocalDatabase | null)?.close()
  }
}

/** Clears the line of progress before each piece of an answer that comes while something is read. */
async function* besides({ end }: Progress, pieces: AsyncIterable<string>): AsyncGenerator<string> {
  for await (const piece of pieces) {
    end()
    yield piece
  }
}

function readSettings(): Config {
  try {
    return readConfig()
  } catch (error) {
    throw new Usage((error as Error).message)
  }
}

try {
  await createProgram(runCommand).parseAsync()
} catch (error) {
  process.exitCode = exitCodeOfFailure(error, interrupted.signal.aborted, (text) => void process.stderr.write(text))
}
