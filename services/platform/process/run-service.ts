// One service process, from reading its settings to its exit: the same for api, projector, notary, worker and
// simulator, under the supervisor and on its own.
import { setTimeout as pause } from 'node:timers/promises'
import { type Config, readConfig } from '../config.ts'
import { migrateProduct } from '../database/migration/migrate.ts'
import { lineOf } from '../errors.ts'
import { createLogger } from '../logging/logger.ts'
import { type MetricsServer, serveMetrics } from '../metrics/server.ts'
import { refuseArguments } from '../no-arguments.ts'
import { startTracing } from '../tracing/start-tracing.ts'
import { startHeartbeat } from './heartbeat.ts'
import { createProblemLog, type ProblemLog } from './problem-log.ts'
import type { Service } from './service-environment.ts'
import { announceReady, onStop, refuseToStart, STOP_TIMEOUT_MS, SUPERVISED } from './supervisor-protocol.ts'
import { isTransient, unrecoverableIn } from './transient-errors.ts'

export type ServiceContext = {
  readonly config: Config & { readonly DATABASE_URL: string }
  readonly log: ProblemLog
  /** Writes a line for the operator, never suppressed as a repetition. */
  readonly say: (line: string) => void
  /** The service cannot recover: the process stops with this one line, and is not restarted. */
  readonly fatal: (error: Error) => void
  /** Prints a line on the terminal; does nothing under the supervisor, which speaks for all services. */
  readonly print: (line: string) => void
}

export type RunningService = {
  /** The port that it listens on. */
  readonly port?: number
  /** Printed after `<name> is ready`, unless supervised. */
  readonly remark?: string
  stop(): Promise<void>
}

const NO_DATABASE = "DATABASE_URL is not set: the product's Postgres, as postgresql://user:password@host:port/database"

/**
 * Runs until it is asked to stop. If it cannot start, one line says why and the process exits with 1: for good if a
 * setting is wrong, to be restarted if a dependency does not answer.
 */
export async function runService(
  name: Service,
  open: (context: ServiceContext) => Promise<RunningService>,
): Promise<void> {
  refuseArguments(name)
  const standalone = process.env[SUPERVISED] !== '1'
  const logger = createLogger(name, process.stderr)
  const log = createProblemLog(logger)
  let running: RunningService | null = null
  let stopped: Promise<void> | null = null
  let ending: Promise<never> | null = null
  let heartbeat: { stop(): void } | null = null
  let metrics: MetricsServer | null = null
  let endTracing = async (): Promise<void> => undefined
  const stop = (): Promise<void> => {
    stopped ??= running?.stop() ?? Promise.resolve()
    return stopped
  }
  const end = async (error: Error): Promise<never> => {
    await Promise.race([stop().catch(log), pause(STOP_TIMEOUT_MS)])
    const runbook = unrecoverableIn(error)?.runbook
    const hint = runbook === undefined ? '' : `; what to do: ${runbook}`
    return refuseToStart(`${name}: ${lineOf(error)}${hint}`, { permanent: true })
  }
  const fatal = (error: Error): Promise<never> => {
    ending ??= end(error)
    return ending
  }

  try {
    const config = withDatabase(readConfig())
    // the supervisor has already migrated, with a role that the services need not know
    if (standalone) await migrateProduct(config)
    if (name !== 'simulator') endTracing = await startTracing(name, config, log)
    running = await open({
      config,
      log,
      say: (line) => logger.info(line),
      fatal: (error) => void fatal(error),
      print: (line) => {
        if (standalone) process.stdout.write(`${line}\n`)
      },
    })
    heartbeat = startHeartbeat(standalone ? config.HEARTBEAT_FILE : undefined)
    const { METRICS_HOST: host, METRICS_PORT: port } = config
    if (port !== undefined) metrics = await serveMetrics({ host, port })
  } catch (error) {
    return ending ?? (unrecoverableIn(error) === null ? failToStart(name, error) : fatal(error as Error))
  }
  if (ending !== null) return ending
  onStop(async () => {
    heartbeat?.stop()
    await Promise.all([metrics?.close(), stop()])
    await endTracing()
  }, log)
  announceReady(running.port)
  if (standalone) process.stdout.write(`${name} is ready${running.remark === undefined ? '' : `: ${running.remark}`}\n`)
}

function withDatabase(config: Config): ServiceContext['config'] {
  if (config.DATABASE_URL === undefined) throw new Error(NO_DATABASE)
  return { ...config, DATABASE_URL: config.DATABASE_URL }
}

async function failToStart(name: string, error: unknown): Promise<never> {
  const { code, port } = error as { code?: string; port?: number }
  if (code === 'EADDRINUSE') return refuseToStart(`${name}: port ${port} is in use`)
  if (!isTransient(error)) return refuseToStart(`${name}: ${lineOf(error)}`)
  // to be restarted
  process.stderr.write(`${name}: ${lineOf(error)}\n`, () => process.exit(1))
  return new Promise(() => undefined)
}
