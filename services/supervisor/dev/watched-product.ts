// The product in watch mode: the same services as under `npm start`, and Vite in front of the api.
import { join } from 'node:path'
import { type FSWatcher, watch } from 'chokidar'
import { addressOf } from '#services/platform/process/listen-address.ts'
import { environmentOf } from '#services/platform/process/service-environment.ts'
import { Child } from '../child.ts'
import { Product, type ProductOptions } from '../product.ts'
import type { Runnable } from '../run.ts'
import { needsNewStart, servicesOf, WATCHED } from './restarts.ts'

const PROJECT = join(import.meta.dirname, '../../..')
const LOOPBACK = '127.0.0.1'
/** Files saved together cause one restart. */
const GATHER_MS = 150
const VITE_STOPS_WITHIN_MS = 2_000

export type WatchOptions = ProductOptions & {
  /** Other folders and another Vite, for tests. */
  readonly project?: string
  readonly viteEntry?: string
}

export class WatchedProduct implements Runnable {
  readonly #options: WatchOptions
  readonly #product: Product
  #vite: Child | null = null
  #watcher: FSWatcher | null = null
  #changed = new Set<string>()
  #gathering: NodeJS.Timeout | null = null
  #restarts = 0
  #stopping = false
  readonly #stopped = Promise.withResolvers<void>()

  constructor(options: WatchOptions) {
    const { config, env } = options
    this.#options = options
    this.#product = new Product({
      ...options,
      // Vite has the address that people open; the api is behind it
      config: { ...config, HOST: LOOPBACK, PORT: 0, NO_BUILD: true },
      env: { ...env, HOST: LOOPBACK, PORT: '0' },
      waitsForRestart: true,
    })
  }

  /** Resolves to the address of the screens when everything is ready. */
  async start(): Promise<string> {
    this.#watcher = watch(WATCHED, { cwd: this.#options.project ?? PROJECT, ignoreInitial: true })
    this.#watcher.on('all', (_event, file) => this.#noteChange(file))
    const watching = new Promise<void>((resolve) => this.#watcher?.once('ready', resolve))
    const api = await this.#product.start()
    // so that whatever is saved once it is ready is noticed
    await Promise.race([watching, this.#stopped.promise])
    if (this.#stopping) throw new Error('the start was interrupted')
    const port = await this.#startVite(api)
    return addressOf(this.#options.config.HOST, port)
  }

  async stop(): Promise<void> {
    this.#stopping = true
    this.#stopped.resolve()
    if (this.#gathering) clearTimeout(this.#gathering)
    await Promise.all([this.#watcher?.close(), this.#vite?.stop(VITE_STOPS_WITHIN_MS)])
    await this.#product.stop()
  }

  abandon(): void {
    this.#product.abandon()
  }

  async #startVite(api: string): Promise<number> {
    const { config, env, onFatal, print, log, viteEntry } = this.#options
    let port = config.PORT
    this.#vite = new Child({
      name: 'Vite',
      entry: viteEntry ?? join(import.meta.dirname, 'vite-process.ts'),
      env: () => ({ ...environmentOf(env), API_URL: api, HOST: config.HOST, PORT: String(port) }),
      onMessage: () => undefined,
      onFatal,
      print,
      log,
    })
    port = (await this.#vite.start()) ?? port
    return port
  }

  #noteChange(file: string): void {
    this.#changed.add(file)
    if (this.#gathering) clearTimeout(this.#gathering)
    this.#gathering = setTimeout(() => this.#restart(), GATHER_MS)
  }

  #restart(): void {
    const { print } = this.#options
    const files = [...this.#changed]
    this.#changed = new Set()
    for (const file of files.filter(needsNewStart)) print(`${file} changed: start again to use it`)
    const sources = files.filter((file) => servicesOf(file).length > 0)
    if (sources.length === 0) return
    const services = [...new Set(sources.flatMap(servicesOf))]
    const others = sources.length > 1 ? ` and ${sources.length - 1} more` : ''
    print(`${sources[0]}${others} changed; restarting ${services.join(', ')}`)
    this.#restarts += 1
    const restart = this.#restarts
    void this.#product.restart(services).then(() => {
      // a restart that was followed by another says nothing
      if (restart === this.#restarts) print(`${services.join(', ')} ready again`)
    })
  }
}
