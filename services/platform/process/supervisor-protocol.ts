// The messages between the supervisor and its processes, over their IPC channel. Each main.ts works without a
// supervisor too: then nothing is announced, and only signals stop it.
import { flushCompileCache } from 'node:module'
import { lineOf } from '../errors.ts'

/** From a child to the supervisor. */
export type ChildMessage =
  /** It is serving; `port` if it listens on one. */
  | { readonly kind: 'ready'; readonly port?: number }
  /** The api created the first super admin with a generated password, to be printed once. */
  | { readonly kind: 'super-admin'; readonly username: string; readonly password: string }
  /**
   * It cannot start, and retrying would not help: one line for the terminal. `permanent`: it never will, so the product
   * ends.
   */
  | { readonly kind: 'refused'; readonly reason: string; readonly permanent?: true }

/** From the supervisor to a child: finish what is in progress, then exit. */
export type SupervisorMessage = { readonly kind: 'stop' }

/** Set to 1 in the environment of every process under a supervisor. */
export const SUPERVISED = 'FAIRBOOK_SUPERVISED'

const FLUSH_COMPILE_CACHE_AFTER_MS = 2_000

/** Milliseconds from the request to stop to the kill. */
export const STOP_TIMEOUT_MS = 4_000

/** Call it once the process is serving. */
export function announceReady(port?: number): void {
  send(port === undefined ? { kind: 'ready' } : { kind: 'ready', port })
  // written now rather than at exit, because the process may be killed
  setTimeout(flushCompileCache, FLUSH_COMPILE_CACHE_AFTER_MS).unref()
}

/** Reports a generated password to the supervisor; without one it is printed here. */
export function announceSuperAdmin(username: string, password: string): void {
  if (process.connected) send({ kind: 'super-admin', username, password })
  else process.stdout.write(`Super admin: ${username}, password: ${password}\n`)
}

/**
 * Exits with one line: a wrong setting, a port in use. While the product is starting, the supervisor does not restart
 * it; with `permanent`, never. Never resolves: `await` it.
 */
export function refuseToStart(reason: string, { permanent }: { readonly permanent?: true } = {}): Promise<never> {
  const message: ChildMessage = { kind: 'refused', reason, ...(permanent && { permanent }) }
  return new Promise(() => {
    if (process.connected) process.send?.(message, () => process.exit(1))
    else process.stderr.write(`${reason}\n`, () => process.exit(1))
  })
}

/**
 * Runs `stop` once, on SIGTERM, SIGINT, the supervisor's message, or the supervisor's death (its IPC channel closes),
 * then exits: with 0 when `stop` succeeds, with 1 when it throws, which is reported, or takes longer than
 * STOP_TIMEOUT_MS.
 */
export function onStop(stop: () => Promise<void> | void, report = printError): void {
  let stopping = false
  const begin = () => {
    if (stopping) return
    stopping = true
    setTimeout(() => process.exit(1), STOP_TIMEOUT_MS).unref()
    Promise.resolve()
      .then(stop)
      .then(
        () => process.exit(0),
        (error: unknown) => {
          report(error)
          process.exit(1)
        },
      )
  }
  // Ctrl-C reaches every process of the group: under a supervisor, its message decides, so that the order is kept
  process.on('SIGINT', () => {
    if (!process.connected) begin()
  })
  process.on('SIGTERM', begin)
  if (!process.connected) {
    // it died before this line
    if (process.env[SUPERVISED] === '1') begin()
    return
  }
  process.on('disconnect', begin)
  process.on('message', (message) => {
    if ((message as SupervisorMessage).kind === 'stop') begin()
  })
}

function send(message: ChildMessage): void {
  if (process.connected) process.send?.(message)
}

function printError(error: unknown): void {
  process.stderr.write(`${lineOf(error)}\n`)
}
