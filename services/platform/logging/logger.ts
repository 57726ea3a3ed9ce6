// The log of every process: lines of JSON of one shape. How to read them: docs/runbooks/logs.md.
import { hostname } from 'node:os'
import { pino } from 'pino'
import type { Service } from '../process/service-environment.ts'
import { loggedError } from './logged-error.ts'

export type LogOutput = { write(line: string): void }

/** Who writes a line. */
type Writer = Service | 'supervisor'

/** Of this process, in every line and span of it: host and process id. */
export const instanceName = (): string => `${hostname()}:${process.pid}`

/** Settings of pino, for fastify too, which makes its own logger of them. */
export const logSettings = (service: Writer, level: string) => ({
  level,
  base: { service, instance: instanceName() },
  serializers: { err: (error: unknown) => loggedError(error) },
})

/** Of a process: lines from level info on, unless another is given. */
export const createLogger = (service: Writer, output: LogOutput, level = 'info') =>
  pino(logSettings(service, level), output)
