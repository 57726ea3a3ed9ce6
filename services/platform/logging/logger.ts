// The log of every process: lines of JSON of one shape. How to read them: docs/runbooks/logs.md.
import { hostname } from 'node:os'
import { pino } from 'pino'
import type { Service } from '../process/service-environment.ts'
import { loggedError } from './logged-error.ts'

export type LogOutput = { write(line: string): void }

/** Settings of pino, for fastify too, which makes its own logger of them. */
export const logSettings = (service: Service, level: string) => ({
  level,
  base: { service, instance: `${hostname()}:${process.pid}` },
  serializers: { err: (error: unknown) => loggedError(error) },
})

/** Of a process: lines from level info on, unless another is given. */
export const createLogger = (service: Service, output: LogOutput, level = 'info') =>
  pino(logSettings(service, level), output)
