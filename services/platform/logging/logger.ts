// The log of every process: lines of JSON of one shape. How to read them: docs/runbooks/logs.md.
import { hostname } from 'node:os'
import { pino } from 'pino'
import type { Service } from '../process/service-environment.ts'
import { loggedError } from './logged-error.ts'

export type LogOutput = { write(line: string): void }

/** Who writes a line. */
type Writer = Service | 'supervisor'

/** Host and process id of this process, in every line and span of it. */
export const instanceName = (): string => `${hostname()}:${process.pid}`

/** Settings of pino, also for fastify, which makes a logger of its own from them. */
export const logSettings = (service: Writer, level: string) => ({
  level,
  base: { service, instance: instanceName() },
  serializers: { err: (error: unknown) => loggedError(error) },
})

/** The logger of a process: lines from level info on, unless another level is given. */
export const createLogger = (service: Writer, output: LogOutput, level = 'info') =>
  pino(logSettings(service, level), output)
