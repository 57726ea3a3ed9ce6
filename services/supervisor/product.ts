// The whole product on one machine: the order in which its parts start and stop.
import { join, resolve } from 'node:path'
import type { Config } from '#services/platform/config.ts'
import { openPool } from '#services/platform/database/pool.ts'
import { isLogProtected, UNPROTECTED } from '#services/platform/database/protection.ts'
import { environmentOf, type Part } from '#services/platform/process/environment.ts'
import { addressOf } from '#services/platform/process/listen-address.ts'
import { type ChildMessage, STOP_WITHIN_MS } from '#services/platform/process/supervisor-protocol.ts'
import { Child } from './child.ts'
import { openDatabase, type ProductDatabase } from './database.ts'
import { buildUi, isUiStale } from './ui-build.ts'

const ROOT = join(import.meta.dirname, '../..')
/** The file that each part runs. */
export const ENTRIES = {
  simulator: 'services/simulator/main.ts',
  api: 'services/api/main.ts',
  projector: 'services/projector/main.ts',
  worker: 'services/workers/main.ts',
} as const satisfies Record<Part, string>

export type ProductOptions = {
  readonly config: Config
  readonly env: NodeJS.ProcessEnv
  /** One line for the person at the terminal. */
  readonly say: (line: string) => void
  /** A part ended for good after the start: one line why. Nothing but a stop is left to do. */
  readonly lost: (reason: string) => void
  /** Other files than the product's own, for tests. */
  readonly entries?: Partial<Record<Part, string>>
  /** A part that crashes at its start waits for restart() instead of being tried again. */
  readonly waitsForRestart?: boolean
}

export class Product {
  readonly #options: ProductOptions
  readonly #children = new Map<Part, Child>()
  readonly #stopping = new AbortController()
  /** Ports that a part got at its first start, and gets again when it is started over. */
  readonly #ports: Partial<Record<Part, number>> = {}
  #opening: Promise<ProductDatabase> | null = null
  #database: ProductDatabase | null = null

  constructor(options: ProductOptions) {
    this.#options = options
  }

  /** Resolves to the address when every part is ready. Throws an error of one line (a failed build: what it said). */
  async start(): Promise<string> {
    const { config, say } = this.#options
    const pages = this.#buildPages()
    pages.catch(() => undefined)
    this.#opening = openDatabase(config, say, () => this.#moved())
    this.#database = await this.#opening
    await this.#sayUnprotected(this.#database)
    if (simulates(config)) await this.#startPart('simulator')
    const others = Promise.all([this.#startPart('projector'), this.#startPart('worker')])
    others.catch(() => undefined)
    // it looks for the pages when it starts
    await pages
    await this.#startPart('api')
    await others
    return addressOf(config.HOST, this.#ports.api ?? config.PORT)
  }

  /** Ends every part, the database last. May be called while it is starting, which then throws. */
  async stop(): Promise<void> {
    this.#stopping.abort(new Error('the start was interrupted'))
    for (const child of this.#children.values()) child.letEnd()
    // whoever asks for odds goes before the one who answers
    const { simulator, ...others } = Object.fromEntries(this.#children)
    await Promise.all(Object.values(others).map((child) => child.stop(STOP_WITHIN_MS + 500)))
    await simulator?.stop(1_000)
    const database = await this.#opening?.catch(() => null)
    await database?.stop()
  }

  /** Starts parts over with the code as it is now. Resolves when they are ready again. */
  async restart(parts: readonly Part[]): Promise<void> {
    await Promise.all(parts.map((part) => this.#children.get(part)?.restart()))
  }

  /** Process ids of the parts that run. */
  get pids(): Partial<Record<Part, number>> {
    return Object.fromEntries([...this.#children].flatMap(([part, { pid }]) => (pid === null ? [] : [[part, pid]])))
  }

  async #buildPages(): Promise<void> {
    if (this.#options.config.NO_BUILD || !isUiStale()) return
    this.#options.say('Building the pages; this takes a few seconds and happens once')
    await buildUi(this.#stopping.signal)
  }

  async #sayUnprotected(database: ProductDatabase): Promise<void> {
    if (this.#options.config.EVENTSTORE_URL !== undefined) return
    const pool = openPool(database.serviceUrl(), { max: 1, name: 'fairbook supervisor' })
    try {
      if (!(await isLogProtected(pool))) this.#options.say(`Note: ${UNPROTECTED}`)
    } finally {
      await pool.end()
    }
  }

  async #startPart(part: Part): Promise<void> {
    this.#stopping.signal.throwIfAborted()
    const { say, lost, entries, waitsForRestart = false } = this.#options
    const child = new Child({
      name: part,
      entry: entries?.[part] ?? join(ROOT, ENTRIES[part]),
      env: () => this.#environment(part),
      heard: (message) => this.#heard(message),
      lost,
      say,
      waitsForRestart,
    })
    this.#children.set(part, child)
    const port = await child.start()
    if (port !== null) this.#ports[part] = port
  }

  #environment(part: Part): NodeJS.ProcessEnv {
    const { config, env } = this.#options
    const { simulator, api } = this.#ports
    const all = {
      ...env,
      DATA_DIR: resolve(config.DATA_DIR),
      // starts sooner, and without a compiler for TypeScript in every process: 25 MB each
      NODE_COMPILE_CACHE: env.NODE_COMPILE_CACHE ?? join(ROOT, 'node_modules/.cache/node'),
      DATABASE_URL: this.#database!.serviceUrl(),
      // not between the lines for the person at the terminal
      SECURITY_LOG:
        env.SECURITY_LOG ??
        (config.DATABASE_URL === undefined ? join(resolve(config.DATA_DIR), 'security.log') : 'stdout'),
      ...(simulator !== undefined && {
        ODDS_API_BASE_URL: `http://127.0.0.1:${simulator}`,
        SIM_PORT: String(simulator),
      }),
      ...(api !== undefined && { PORT: String(api) }),
    }
    return environmentOf(all, part)
  }

  #heard(message: ChildMessage): void {
    if (message.kind !== 'super-admin') return
    this.#options.say(`Super admin: ${message.username}, password: ${message.password} (shown this once)`)
  }

  #moved(): void {
    for (const child of this.#children.values()) void child.restart()
  }
}

/** Odds come from the simulator where no other source is named. */
function simulates(config: Config): boolean {
  return config.ODDS_API_KEY === undefined && config.ODDS_API_BASE_URL === undefined
}
