// The whole product on one machine: the order in which its services start and stop.
import { join } from 'node:path'
import type { Config } from '#services/platform/config.ts'
import { openPool } from '#services/platform/database/pool.ts'
import { isLogProtected, UNPROTECTED } from '#services/platform/database/protection.ts'
import { addressOf } from '#services/platform/process/listen-address.ts'
import type { Service } from '#services/platform/process/service-environment.ts'
import { type ChildMessage, STOP_TIMEOUT_MS } from '#services/platform/process/supervisor-protocol.ts'
import { Child } from './child.ts'
import { openDatabase, type ProductDatabase } from './database.ts'
import { METRICS_PORTS, serviceEnvironment } from './service-settings.ts'
import type { SupervisorLog } from './supervisor-log.ts'
import { buildUi, isUiStale } from './ui-build.ts'

const ROOT = join(import.meta.dirname, '../..')
/** Counted from the request to stop; after that it is ended, whatever happens. */
export const EXIT_TIMEOUT_MS = 9_500
/** The file that each part runs. */
export const ENTRIES = {
  simulator: 'services/simulator/main.ts',
  api: 'services/api/main.ts',
  projector: 'services/projector/main.ts',
  notary: 'services/notary/main.ts',
  worker: 'services/workers/main.ts',
} as const satisfies Record<Service, string>

export type ProductOptions = {
  readonly config: Config
  readonly env: NodeJS.ProcessEnv
  /** Prints a line on the terminal. */
  readonly print: (line: string) => void
  readonly log: SupervisorLog
  /** A service ended permanently after the start; `reason` is one line. All that can be done is to stop. */
  readonly onFatal: (reason: string) => void
  /** Other files than the product's own, for tests. */
  readonly entries?: Partial<Record<Service, string>>
  /** A service that crashes at its start waits for restart() instead of being tried again. */
  readonly waitsForRestart?: boolean
}

export class Product {
  readonly #options: ProductOptions
  readonly #children = new Map<Service, Child>()
  readonly #stopping = new AbortController()
  /** Ports that services were given at their first start, and are given again at a restart. */
  readonly #ports: Partial<Record<Service, number>> = {}
  #opening: Promise<ProductDatabase> | null = null
  #database: ProductDatabase | null = null

  constructor(options: ProductOptions) {
    this.#options = options
  }

  /**
   * Resolves to the address when every service is ready. Throws an error with a one-line message (for a failed build,
   * its output).
   */
  async start(): Promise<string> {
    const { config, print, log } = this.#options
    const pages = this.#buildPages()
    pages.catch(() => undefined)
    this.#opening = openDatabase(config, { print, log }, () => this.#restartServices())
    this.#database = await this.#opening
    await this.#warnIfUnprotected(this.#database)
    if (usesSimulator(config)) await this.#startService('simulator')
    const others = Promise.all(
      (['projector', 'notary', 'worker'] as const).map((service) => this.#startService(service)),
    )
    others.catch(() => undefined)
    // the api looks for the pages when it starts
    await pages
    await this.#startService('api')
    await others
    this.#sayMetrics()
    return addressOf(config.HOST, this.#ports.api ?? config.PORT)
  }

  /** Stops every service, the database last. May be called during the start, which then throws. */
  async stop(): Promise<void> {
    const begun = performance.now()
    this.#stopping.abort(new Error('the start was interrupted'))
    for (const child of this.#children.values()) child.expectExit()
    // the simulator is stopped after those that call it
    const { simulator, ...others } = Object.fromEntries(this.#children)
    await Promise.all(Object.values(others).map((child) => child.stop(STOP_TIMEOUT_MS + 500)))
    await simulator?.stop(1_000)
    const database = await this.#opening?.catch(() => null)
    // the others may have taken longer than usual
    await database?.stop(EXIT_TIMEOUT_MS - (performance.now() - begun))
  }

  /** The services end by themselves without their supervisor; its Postgres would not. */
  abandon(): void {
    this.#database?.abandon()
  }

  /** Restarts services with their current code. Resolves when they are ready again. */
  async restart(services: readonly Service[]): Promise<void> {
    await Promise.all(services.map((service) => this.#children.get(service)?.restart()))
  }

  /** Process ids of the running services. */
  get pids(): Partial<Record<Service, number>> {
    return Object.fromEntries(
      [...this.#children].flatMap(([service, { pid }]) => (pid === null ? [] : [[service, pid]])),
    )
  }

  async #buildPages(): Promise<void> {
    if (this.#options.config.NO_BUILD || !isUiStale()) return
    this.#options.print('Building the pages; this takes a few seconds and happens once')
    await buildUi(this.#stopping.signal)
  }

  async #warnIfUnprotected(database: ProductDatabase): Promise<void> {
    if (this.#options.config.EVENTSTORE_URL !== undefined) return
    const pool = openPool(database.serviceUrl(), { max: 1, name: 'fairbook supervisor' })
    try {
      if (!(await isLogProtected(pool))) this.#options.print(`Note: ${UNPROTECTED}`)
    } finally {
      await pool.end()
    }
  }

  async #startService(service: Service): Promise<void> {
    this.#stopping.signal.throwIfAborted()
    const { config, env, print, log, onFatal, entries, waitsForRestart = false } = this.#options
    const child = new Child({
      name: service,
      entry: entries?.[service] ?? join(ROOT, ENTRIES[service]),
      env: () =>
        serviceEnvironment(service, { config, env, databaseUrl: this.#database!.serviceUrl(), ports: this.#ports }),
      onMessage: (message) => this.#onMessage(message),
      onFatal,
      print,
      log,
      waitsForRestart,
    })
    this.#children.set(service, child)
    const port = await child.start()
    if (port !== null) this.#ports[service] = port
  }

  #sayMetrics(): void {
    const { METRICS_HOST: host, METRICS_PORT: first } = this.#options.config
    if (first === undefined) return
    // the simulator, which may not run, is the last
    const served = METRICS_PORTS.filter((service) => this.#children.has(service))
    const last = first + served.length - 1
    this.#options.print(`Metrics: ${addressOf(host, first)}/metrics to ${last} (${served.join(', ')})`)
  }

  #onMessage(message: ChildMessage): void {
    if (message.kind !== 'super-admin') return
    this.#options.print(`Super admin: ${message.username}, password: ${message.password} (shown this once)`)
  }

  #restartServices(): void {
    for (const child of this.#children.values()) void child.restart()
  }
}

/** Odds come from the simulator if no other source is configured. */
function usesSimulator(config: Config): boolean {
  return config.ODDS_API_KEY === undefined && config.ODDS_API_BASE_URL === undefined
}
