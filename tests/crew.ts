// The product in many processes, started as one starts them by hand: each by its own entry, configured by the environment
// alone, killed and started again as a test says.
import { type ChildProcess, spawn } from 'node:child_process'
import { join } from 'node:path'
import { freePort } from '#services/platform/embedded-postgres/free-port.ts'
import { NODE } from './product.ts'

const ROOT = join(import.meta.dirname, '..')
const ENTRIES = {
  api: 'services/api/main.ts',
  projector: 'services/projector/main.ts',
  worker: 'services/workers/main.ts',
  simulator: 'services/simulator/main.ts',
} as const
type Kind = keyof typeof ENTRIES

const READY_WITHIN_MS = 60_000

export class Member {
  readonly name: string
  readonly #kind: Kind
  readonly #env: Record<string, string>
  #process: ChildProcess | null = null
  #said = ''

  constructor(name: string, kind: Kind, env: Record<string, string>) {
    this.name = name
    this.#kind = kind
    this.#env = env
  }

  /** Everything that it printed since it was started last. */
  get said(): string {
    return this.#said
  }

  /** Resolves when it says that it is ready. Throws what it said where it ends before. */
  start(more: Record<string, string> = {}): Promise<void> {
    const env = { ...process.env, VITEST: undefined, ...this.#env, ...more }
    const child = spawn(NODE, [ENTRIES[this.#kind]], { cwd: ROOT, env, stdio: ['ignore', 'pipe', 'pipe'] })
    this.#process = child
    this.#said = ''
    return new Promise((resolve, reject) => {
      const fail = (why: string) => reject(new Error(`${this.name} ${why}: ${this.#said}`))
      const timer = setTimeout(fail, READY_WITHIN_MS, 'is not ready')
      child.once('exit', (code, signal) => {
        clearTimeout(timer)
        fail(`ended (${signal ?? code})`)
      })
      for (const output of [child.stdout, child.stderr]) {
        output.on('data', (chunk: Buffer) => {
          this.#said += chunk.toString()
          if (!this.#said.includes(`${this.#kind} is ready`)) return
          clearTimeout(timer)
          resolve()
        })
      }
    })
  }

  get isAlive(): boolean {
    return this.#process !== null && this.#process.exitCode === null && this.#process.signalCode === null
  }

  /** Its exit code; null where the signal itself ended it. */
  async end(signal: 'SIGKILL' | 'SIGTERM'): Promise<number | null> {
    const child = this.#process
    if (child === null || !this.isAlive) return child?.exitCode ?? null
    const gone = new Promise<number | null>((resolve) => child.once('exit', resolve))
    child.kill(signal)
    return gone
  }
}

export type Crew = {
  readonly members: readonly Member[]
  readonly origins: readonly [string, string]
  member(name: string): Member
  /** All at once: nobody waits for anybody. */
  startAll(more?: Record<string, string>): Promise<void>
  /** SIGTERM to all at once; their exit codes by name. */
  stopAll(): Promise<Record<string, number | null>>
}

/** Two apis, two projectors, two workers, a simulator. `env` for all of them. */
export async function createCrew(env: Record<string, string>): Promise<Crew> {
  const ports = [await freePort(), await freePort()] as const
  const simulatorPort = await freePort()
  const all = { ...env, ODDS_API_BASE_URL: `http://127.0.0.1:${simulatorPort}` }
  const members = [
    new Member('simulator', 'simulator', { ...all, SIM_PORT: String(simulatorPort) }),
    ...ports.map((port, index) => new Member(`api-${index + 1}`, 'api', { ...all, PORT: String(port) })),
    ...[1, 2].map((number) => new Member(`projector-${number}`, 'projector', all)),
    ...[1, 2].map((number) => new Member(`worker-${number}`, 'worker', all)),
  ]
  return {
    members,
    origins: [`http://127.0.0.1:${ports[0]}`, `http://127.0.0.1:${ports[1]}`],
    member(name) {
      const found = members.find((member) => member.name === name)
      if (found === undefined) throw new Error(`nobody is called ${name}`)
      return found
    },
    async startAll(more = {}) {
      await Promise.all(members.map((member) => member.start(more)))
    },
    async stopAll() {
      const codes = await Promise.all(
        members.map(async (member) => [member.name, await member.end('SIGTERM')] as const),
      )
      return Object.fromEntries(codes)
    },
  }
}
