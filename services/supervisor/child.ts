// One process under the supervisor: started, restarted when it dies, stopped.
import { type ChildProcess, fork } from 'node:child_process'
import { Backoff } from '#services/platform/process/backoff.ts'
import type { ChildMessage, SupervisorMessage } from '#services/platform/process/supervisor-protocol.ts'
import { SUPERVISED } from '#services/platform/process/supervisor-protocol.ts'
import type { SupervisorLog } from './supervisor-log.ts'

/** `how`: by which signal, or with which code. */
type Exit = { readonly how: string; readonly pid: number | undefined; readonly ranMs: number }
type Refusal = Extract<ChildMessage, { kind: 'refused' }>

export type ChildOptions = {
  readonly name: string
  /** The TypeScript file that it runs. */
  readonly entry: string
  /** Called at every start. */
  readonly env: () => NodeJS.ProcessEnv
  /** Called with every message but `refused`. */
  readonly onMessage: (message: ChildMessage) => void
  /** It was ready before, and ended in a way that a restart cannot help; `reason` is one line. */
  readonly onFatal: (reason: string) => void
  /** Prints a line on the terminal. */
  readonly print: (line: string) => void
  readonly log: SupervisorLog
  /** If it ends before it is ready, it is not started again until restart(), because its code is being worked on. */
  readonly waitsForRestart?: boolean
}

const RESTART_MS = { first: 200, max: 10_000 }
/** A process that ran this long did not fail to start. */
const STABLE_MS = 30_000
/** This many exits in a row before it is first ready mean that it cannot start. */
const MAX_ATTEMPTS = 5

export class Child {
  readonly #options: ChildOptions
  readonly #backoff = new Backoff(RESTART_MS.first, RESTART_MS.max)
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
   * Resolves when it is ready for the first time, to the port that it listens on, if any. Rejects with a one-line
   * message if it refuses to start or keeps exiting. From then on it is restarted whenever it exits.
   */
  start(): Promise<number | null> {
    return new Promise((resolve, reject) => {
      this.#ready = { resolve, reject }
      this.#run()
    })
  }

  /** Restarts it with its current environment and code. Resolves when it is ready again. */
  restart(): Promise<void> {
    return new Promise((resolve) => {
      this.#restarted.push(resolve)
      if (this.#process) {
        this.#restarting = true
        this.#process.kill('SIGTERM')
      } else if (!this.#stopping) this.#restartNow()
    })
  }

  /**
   * From now on an exit is expected: a signal to the whole process group reaches a child before the request to stop
   * does.
   */
  expectExit(): void {
    this.#stopping = true
    if (this.#retry) clearTimeout(this.#retry)
  }

  /** Asks it to stop, and kills it if that takes longer than `timeoutMs`. Resolves when it has exited. */
  async stop(timeoutMs: number): Promise<void> {
    this.expectExit()
    const child = this.#process
    if (!child) return
    const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()))
    if (child.connected) child.send({ kind: 'stop' } satisfies SupervisorMessage, () => undefined)
    // it may not listen for messages yet
    else child.kill('SIGTERM')
    const kill = setTimeout(() => child.kill('SIGKILL'), timeoutMs)
    await exited
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
      else this.#onMessage(message)
    })
    child.on('error', () => undefined)
    child.once('exit', (code, signal) => {
      this.#process = null
      if (this.#stopping) return
      if (this.#restarting) this.#restartNow()
      else
        this.#onExit(refusal, { how: signal ?? `code ${code}`, pid: child.pid, ranMs: performance.now() - startedAt })
    })
  }

  #restartNow(): void {
    this.#restarting = false
    this.#failures = 0
    this.#backoff.reset()
    if (this.#retry) clearTimeout(this.#retry)
    this.#run()
  }

  #onMessage(message: ChildMessage): void {
    if (message.kind === 'ready') {
      this.#isReady = true
      this.#wasReady = true
      for (const resolve of this.#restarted.splice(0)) resolve()
      this.#ready?.resolve(message.port ?? null)
      this.#ready = null
    }
    this.#options.onMessage(message)
  }

  #onExit(refusal: Refusal | null, { how, pid, ranMs }: Exit): void {
    const { name, print, log, onFatal, waitsForRestart } = this.#options
    const ended = { process: name, pid, how, ranMs: Math.round(ranMs), reason: refusal?.reason }
    if (ranMs > STABLE_MS) {
      this.#failures = 0
      this.#backoff.reset()
    }
    this.#failures += 1
    const reason = refusal?.reason ?? `the ${name} process ended (${how})`
    if (this.#wasReady && refusal?.permanent) {
      log.error(ended, 'a process ended for good')
      onFatal(reason)
      return
    }
    if (waitsForRestart && !this.#isReady && refusal === null) {
      print(`${reason}; it waits for a change`)
      log.warn(ended, 'a process ended, and waits for a change')
      return
    }
    // a refusal is final while the product starts; later the reason may be a database that is coming back
    if (!this.#wasReady && (refusal !== null || this.#failures >= MAX_ATTEMPTS)) {
      this.#ready?.reject(new Error(reason))
      return
    }
    print(`${reason}; restarting it`)
    const afterMs = this.#backoff.next()
    log.warn({ ...ended, failures: this.#failures, afterMs }, 'a process ended, and is started again')
    this.#retry = setTimeout(() => this.#run(), afterMs)
  }
}
