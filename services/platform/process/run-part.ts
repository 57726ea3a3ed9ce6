// One process of the product, from its settings to its end: the same for api, projector, worker and simulator, under the
// supervisor and by hand.
import { setTimeout as pause } from 'node:timers/promises'
import { type Config, readConfig } from '../config.ts'
import { migrateProduct } from '../database/migrate.ts'
import { startHeartbeat } from './heartbeat.ts'
import { createProblemLog, type ProblemLog } from './problem-log.ts'
import { announceReady, onStop, refuseToStart, STOP_WITHIN_MS, SUPERVISED } from './supervisor-protocol.ts'
import { isTransient, lineOf, unrecoverableIn } from './transient-errors.ts'

export type PartContext = {
  readonly config: Config & { readonly DATABASE_URL: string }
  readonly log: ProblemLog
  /** Nothing goes on from here: the process stops with this one line, and is not to be started again. */
  readonly lost: (error: Error) => void
  /** One line for the person at the terminal; nothing under the supervisor, which speaks for all its parts. */
  readonly say: (line: string) => void
}

export type RunningPart = {
  /** Where it listens. */
  readonly port?: number
  /** For the person who started it by hand, after `<name> is ready`. */
  readonly remark?: string
  stop(): Promise<void>
}

const NO_DATABASE = "DATABASE_URL is not set: the product's Postgres, as postgresql://user:password@host:port/database"

/**
 * Runs until it is told to stop. Where it cannot start, one line says why and the process ends with 1: for good where a
 * setting is wrong, to be started again where something that it needs does not answer.
 */
export async function runPart(name: string, open: (context: PartContext) => Promise<RunningPart>): Promise<void> {
  const byHand = process.env[SUPERVISED] !== '1'
  const log = createProblemLog(name)
  let running: RunningPart | null = null
  let stopped: Promise<void> | null = null
  let ending: Promise<never> | null = null
  let beating: { stop(): void } | null = null
  const stop = (): Promise<void> => {
    stopped ??= running?.stop() ?? Promise.resolve()
    return stopped
  }
  const end = async (error: Error): Promise<never> => {
    await Promise.race([stop().catch(log), pause(STOP_WITHIN_MS)])
    const runbook = unrecoverableIn(error)?.runbook
    const hint = runbook === undefined ? '' : `; what to do: ${runbook}`
    return refuseToStart(`${name}: ${lineOf(error)}${hint}`, { forGood: true })
  }
  const lost = (error: Error): Promise<never> => {
    ending ??= end(error)
    return ending
  }

  try {
    const config = withDatabase(readConfig())
    // under the supervisor that has been done, by a role that these processes need not know
    if (byHand) await migrateProduct(config)
    running = await open({
      config,
      log,
      lost: (error) => void lost(error),
      say: (line) => {
        if (byHand) process.stdout.write(`${line}\n`)
      },
    })
    beating = startHeartbeat(byHand ? config.HEARTBEAT_FILE : undefined)
  } catch (error) {
    return ending ?? (unrecoverableIn(error) === null ? endAtStart(name, error) : lost(error as Error))
  }
  if (ending !== null) return ending
  onStop(async () => {
    beating?.stop()
    await stop()
  })
  announceReady(running.port)
  if (byHand) process.stdout.write(`${name} is ready${running.remark === undefined ? '' : `: ${running.remark}`}\n`)
}

function withDatabase(config: Config): PartContext['config'] {
  if (config.DATABASE_URL === undefined) throw new Error(NO_DATABASE)
  return { ...config, DATABASE_URL: config.DATABASE_URL }
}

async function endAtStart(name: string, error: unknown): Promise<never> {
  const { code, port } = error as { code?: string; port?: number }
  if (code === 'EADDRINUSE') return refuseToStart(`${name}: port ${port} is in use`)
  if (!isTransient(error)) return refuseToStart(`${name}: ${lineOf(error)}`)
  // whoever started it starts it again
  process.stderr.write(`${name}: ${lineOf(error)}\n`, () => process.exit(1))
  return new Promise(() => undefined)
}
