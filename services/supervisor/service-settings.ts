// The environment of each service under the supervisor.
import { join, resolve } from 'node:path'
import type { Config } from '#services/platform/config.ts'
import { environmentOf, type Service } from '#services/platform/process/service-environment.ts'

/** Metrics ports are METRICS_PORT and the next ones, in this order. */
export const METRICS_PORTS: readonly Service[] = ['api', 'projector', 'notary', 'worker', 'simulator']

/** Throws an error with a one-line message if the metrics of a service would be where something else listens. */
export function expectOwnMetricsPorts(config: Pick<Config, 'METRICS_PORT' | 'PORT' | 'SIM_PORT'>): void {
  const first = config.METRICS_PORT
  if (first === undefined) return
  const last = first + METRICS_PORTS.length - 1
  for (const name of ['PORT', 'SIM_PORT'] as const) {
    if (config[name] < first || config[name] > last) continue
    throw new Error(`METRICS_PORT: ${first} to ${last} are for metrics, and ${name} is ${config[name]}`)
  }
}

const COMPILE_CACHE = join(import.meta.dirname, '../../node_modules/.cache/node')

/** `ports`: those that services were given at their first start. */
export function serviceEnvironment(
  service: Service,
  {
    config,
    env,
    databaseUrl,
    ports,
  }: {
    readonly config: Config
    readonly env: NodeJS.ProcessEnv
    readonly databaseUrl: string
    readonly ports: Partial<Record<Service, number>>
  },
): NodeJS.ProcessEnv {
  const { simulator, api } = ports
  const dataDir = resolve(config.DATA_DIR)
  const all = {
    ...env,
    DATA_DIR: dataDir,
    // a faster start, without a TypeScript compiler in every process (25 MB each)
    NODE_COMPILE_CACHE: env.NODE_COMPILE_CACHE ?? COMPILE_CACHE,
    DATABASE_URL: databaseUrl,
    DATABASE_URL_FILE: undefined,
    // kept out of the lines on the terminal
    SECURITY_LOG: env.SECURITY_LOG ?? (config.DATABASE_URL === undefined ? join(dataDir, 'security.log') : 'stdout'),
    ...(simulator !== undefined && {
      ODDS_API_BASE_URL: `http://127.0.0.1:${simulator}`,
      SIM_PORT: String(simulator),
    }),
    ...(api !== undefined && { PORT: String(api) }),
    ...(config.METRICS_PORT !== undefined && {
      METRICS_PORT: String(config.METRICS_PORT + METRICS_PORTS.indexOf(service)),
    }),
  }
  return environmentOf(all, service)
}
