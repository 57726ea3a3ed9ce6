// One process under the supervisor: started, started again when it dies, stopped.
import { type ChildProcess, fork } from 'node:child_process'
import type { ChildMessage, SupervisorMessage } from '#services/platform/process/supervisor-protocol.ts'
import { SUPERVISED } from '#services/platform/process/supervisor-protocol.ts'

type Refusal = Extract<ChildMessage, { kind: 'refused' }>

export type ChildOptions = {
  readonly name: string
  /** The TypeScript file that it runs. */
  readonly entry: string
  /** Asked at every start. */
  readonly env: () => NodeJS.ProcessEnv
  /** Told of messages other than `refused`. */
  readonly heard: (message: ChildMessage) => void
  /** It ended for good after it had been ready: one line why. */
  readonly lost: (reason: string) => void
  /** One line for the person at the terminal. */
  readonly say: (line: string) => void
  /** One that ends before it is ready stays away until restart(): its code is being worked on. */
  readonly waitsForRestart?: boolean
}

/** The first wait before a start over, doubled each time it dies soon. */
const BACKOFF_MS = 200
const LONGEST_BACKOFF_MS = 10_000
/** One that has lived as long is no longer held to fail at its start. */
const STEADY_MS = 30_000
/** Before the first time it is ready, so many deaths mean that it cannot start. */
const ATTEMPTS = 5

export class Child {
  readonly #options: ChildOptions
  #process: ChildProcess | null = null
  #stopping = false
  #restarting = false
  #isReady = false
  #wasReady = false
  #failures = 0
  #retry: NodeJS.Timeout | null = null
  #ready: { resolve: (port: number | null) => void; reject: (error: Error) => void } | null = null
  #restarted: (() => void)[] = []

  constructor(options: ChildOptions) {
    this.#options = options
  }

  /**
   * Resolves when it is ready for the first time, to the port that it listens on if it does. Rejects with one line where
   * it refuses to start, or keeps dying. From then on a death starts it over.
   */
  start(): Promise<number | null> {
    return new Promise((resolve, reject) => {
      this.#ready = { resolve, reject }
      this.#run()
    })
  }

  /** Starts it over, with the environment and the code as they are now. Resolves when it is ready again. */
  restart(): Promise<void> {
    return new Promise((resolve) => {
      this.#restarted.push(resolve)
      if (this.#process) {
        this.#restarting = true
        this.#process.kill('SIGTERM')
      } else if (!this.#stopping) this.#startOver()
    })
  }

  /** From now on a death is an end: signals to the whole group reach a child before it is asked to stop. */
  letEnd(): void {
    this.#stopping = true
    if (this.#retry) clearTimeout(this.#retry)
  }

  /** Asks it to finish, and kills it where that takes longer than `withinMs`. Resolves when it is gone. */
  async stop(withinMs: number): Promise<void> {
    this.letEnd()
    const child = this.#process
    if (!child) return
    const gone = new Promise<void>((resolve) => child.once('exit', () => resolve()))
    if (child.connected) child.send({ kind: 'stop' } satisfies SupervisorMessage, () => undefined)
    // it may not have come as far as listening to messages
    else child.kill('SIGTERM')
    const kill = setTimeout(() => child.kill('SIGKILL'), withinMs)
    await gone
    clearTimeout(kill)
  }

  get pid(): number | null {
    return this.#process?.pid ?? null
  }

  #run(): void {
    const { entry, env } = this.#options
    const startedAt = performance.now()
    let refusal: Refusal | null = null
    this.#isReady = false
    const child = fork(entry, [], {
      env: { ...env(), [SUPERVISED]: '1' },
      execArgv: [],
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    })
    this.#process = child
    child.on('message', (raw) => {
      const message = raw as ChildMessage
      if (message.kind === 'refused') refusal = message
      else this.#heard(message)
    })
    child.on('error', () => undefined)
    child.once('exit', (code, signal) => {
      this.#process = null
      if (this.#stopping) return
      if (this.#restarting) this.#startOver()
      else this.#ended(refusal, signal ?? `code ${code}`, performance.now() - startedAt)
    })
  }

  #startOver(): void {
    this.#restarting = false
    this.#failures = 0
    if (this.#retry) clearTimeout(this.#retry)
    this.#run()
  }

  #heard(message: ChildMessage): void {
    if (message.kind === 'ready') {
      this.#isReady = true
      this.#wasReady = true
      for (const resolve of this.#restarted.splice(0)) resolve()
      this.#ready?.resolve(message.port ?? null)
      this.#ready = null
    }
    this.#options.heard(message)
  }

  #ended(refusal: Refusal | null, how: string, livedMs: number): void {
    const { name, say, lost, waitsForRestart } = this.#options
    this.#failures = livedMs > STEADY_MS ? 1 : this.#failures + 1
    const why = refusal?.reason ?? `the ${name} process ended (${how})`
    if (this.#wasReady && refusal?.forGood) {
      lost(why)
      return
    }
    if (waitsForRestart && !this.#isReady && refusal === null) {
      say(`${why}; it waits for a change`)
      return
    }
    // a refusal is final at the start of the product; later it is a database that is just coming back
    if (!this.#wasReady && (refusal !== null || this.#failures >= ATTEMPTS)) {
      this.#ready?.reject(new Error(why))
      return
    }
    const wait = Math.min(BACKOFF_MS * 2 ** (this.#failures - 1), LONGEST_BACKOFF_MS)
    say(`${why}; starting it again`)
    this.#retry = setTimeout(() => this.#run(), wait)
  }
}
