// The product as many processes, started as by hand: each by its own entry, configured only by environment variables,
// killed and restarted by the tests.
import { type ChildProcess, spawn } from 'node:child_process'
import { join } from 'node:path'
import { freePort } from './free-ports.ts'
import { NODE } from './product.ts'

const ROOT = join(import.meta.dirname, '..')
const ENTRIES = {
  api: 'services/api/main.ts',
  projector: 'services/projector/main.ts',
  notary: 'services/notary/main.ts',
  worker: 'services/workers/main.ts',
  simulator: 'services/simulator/main.ts',
} as const
type Kind = keyof typeof ENTRIES

const READY_TIMEOUT_MS = 180_000

export class ServiceProcess {
  readonly name: string
  /** The checkout that it runs, from its next start on. */
  root = ROOT
  readonly #kind: Kind
  readonly #env: Record<string, string>
  #process: ChildProcess | null = null
  #output = ''
  #isGivenUp = false

  constructor(name: string, kind: Kind, env: Record<string, string>) {
    this.name = name
    this.#kind = kind
    this.#env = env
  }

  /** Everything that it printed since its last start. */
  get output(): string {
    return this.#output
  }

  /** Resolves when it prints that it is ready. Throws with its output if it ends before. */
  async start(more: Record<string, string> = {}): Promise<void> {
    if (this.#isGivenUp) throw new Error(`${this.name} was given up`)
    const env = { ...process.env, VITEST: undefined, ...this.#env, ...more }
    const child = spawn(NODE, [ENTRIES[this.#kind]], { cwd: this.root, env, stdio: ['ignore', 'pipe', 'pipe'] })
    this.#process = child
    this.#output = ''
    return new Promise((resolve, reject) => {
      const fail = (why: string) => reject(new Error(`${this.name} ${why}: ${this.#output}`))
      const timer = setTimeout(fail, READY_TIMEOUT_MS, 'is not ready')
      child.once('exit', (code, signal) => {
        clearTimeout(timer)
        fail(`ended (${signal ?? code})`)
      })
      for (const stream of [child.stdout, child.stderr]) {
        stream.on('data', (chunk: Buffer) => {
          this.#output += chunk.toString()
          if (!this.#output.includes(`${this.#kind} is ready`)) return
          clearTimeout(timer)
          resolve()
        })
      }
    })
  }

  get isAlive(): boolean {
    return this.#process !== null && this.#process.exitCode === null && this.#process.signalCode === null
  }

  /** Its exit code; null if the signal ended it. */
  async end(signal: 'SIGKILL' | 'SIGTERM'): Promise<number | null> {
    const child = this.#process
    if (child === null || !this.isAlive) return child?.exitCode ?? null
    const gone = new Promise<number | null>((resolve) => child.once('exit', resolve))
    child.kill(signal)
    return gone
  }

  /**
   * Kills it for good; it cannot be started any more. A test whose time is up goes on running, and may be about to
   * restart what it killed.
   */
  async giveUp(): Promise<void> {
    this.#isGivenUp = true
    await this.end('SIGKILL')
  }
}

export type ServiceGroup = {
  readonly processes: readonly ServiceProcess[]
  readonly origins: readonly [string, string]
  process(name: string): ServiceProcess
  /** All at once, in no order. */
  startAll(more?: Record<string, string>): Promise<void>
  /** Sends SIGTERM to all at once; returns their exit codes by name. */
  stopAll(): Promise<Record<string, number | null>>
}

/** Two apis, two projectors, two notaries, two workers, a simulator. `env`: for all of them. */
export async function createServiceGroup(env: Record<string, string>): Promise<ServiceGroup> {
  const ports = [await freePort(), await freePort()] as const
  const simulatorPort = await freePort()
  const all = { ...env, ODDS_API_BASE_URL: `http://127.0.0.1:${simulatorPort}` }
  const processes = [
    new ServiceProcess('simulator', 'simulator', { ...all, SIM_PORT: String(simulatorPort) }),
    ...ports.map((port, index) => new ServiceProcess(`api-${index + 1}`, 'api', { ...all, PORT: String(port) })),
    ...[1, 2].map((number) => new ServiceProcess(`projector-${number}`, 'projector', all)),
    ...[1, 2].map((number) => new ServiceProcess(`notary-${number}`, 'notary', all)),
    ...[1, 2].map((number) => new ServiceProcess(`worker-${number}`, 'worker', all)),
  ]
  return {
    processes,
    origins: [`http://127.0.0.1:${ports[0]}`, `http://127.0.0.1:${ports[1]}`],
    process(name) {
      const found = processes.find((one) => one.name === name)
      if (found === undefined) throw new Error(`no process is called ${name}`)
      return found
    },
    async startAll(more = {}) {
      await Promise.all(processes.map((one) => one.start(more)))
    },
    async stopAll() {
      const codes = await Promise.all(processes.map(async (one) => [one.name, await one.end('SIGTERM')] as const))
      return Object.fromEntries(codes)
    },
  }
}
