// What the supervisor and the processes under it say to each other over their IPC channel. Each main.ts works without
// a supervisor too: then nothing is announced, and signals alone stop it.
import { flushCompileCache } from 'node:module'

/** From a child to the supervisor. */
export type ChildMessage =
  /** Everything it offers is there; `port` where it listens on one. */
  | { readonly kind: 'ready'; readonly port?: number }
  /** The api made the first super admin with a password that nobody chose: it is printed once. */
  | { readonly kind: 'super-admin'; readonly username: string; readonly password: string }
  /**
   * It cannot start, and trying again would not help: one line for the person at the terminal. `forGood`: nor would it
   * later, the product ends.
   */
  | { readonly kind: 'refused'; readonly reason: string; readonly forGood?: true }

/** From the supervisor to a child: finish what is under way, then end. */
export type SupervisorMessage = { readonly kind: 'stop' }

/** Set to 1 in the environment of every process under a supervisor. */
export const SUPERVISED = 'FAIRBOOK_SUPERVISED'

const KEEP_COMPILED_AFTER_MS = 2_000

/** How long a child has between being asked to stop and being killed. */
export const STOP_WITHIN_MS = 4_000

/** Call it once the process serves. */
export function announceReady(port?: number): void {
  tell(port === undefined ? { kind: 'ready' } : { kind: 'ready', port })
  // what was compiled is kept for the next start now, since nobody knows how this run will end
  setTimeout(flushCompileCache, KEEP_COMPILED_AFTER_MS).unref()
}

/** Hands a made-up password to whoever started the process; without a supervisor it is printed here. */
export function announceSuperAdmin(username: string, password: string): void {
  if (process.connected) tell({ kind: 'super-admin', username, password })
  else process.stdout.write(`Super admin: ${username}, password: ${password}\n`)
}

/**
 * Ends the process with one line: a wrong setting, a port in use. At the start of the product the supervisor does not
 * start it again; with `forGood` never. Never resolves: `await` it.
 */
export function refuseToStart(reason: string, { forGood }: { readonly forGood?: true } = {}): Promise<never> {
  const message: ChildMessage = { kind: 'refused', reason, ...(forGood && { forGood }) }
  return new Promise(() => {
    if (process.connected) process.send?.(message, () => process.exit(1))
    else process.stderr.write(`${reason}\n`, () => process.exit(1))
  })
}

/**
 * Runs `stop` once, on SIGTERM, SIGINT, the supervisor's message, or the supervisor's death (its IPC channel closes),
 * then ends the process: 0 when `stop` succeeds, 1 when it throws or takes longer than STOP_WITHIN_MS.
 */
export function onStop(stop: () => Promise<void> | void): void {
  let stopping = false
  const begin = () => {
    if (stopping) return
    stopping = true
    setTimeout(() => process.exit(1), STOP_WITHIN_MS).unref()
    Promise.resolve()
      .then(stop)
      .then(
        () => process.exit(0),
        (error: unknown) => {
          process.stderr.write(`${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`)
          process.exit(1)
        },
      )
  }
  // Ctrl-C in a terminal reaches every process of the group: under a supervisor its message decides, in its order
  process.on('SIGINT', () => {
    if (!process.connected) begin()
  })
  process.on('SIGTERM', begin)
  if (!process.connected) {
    // it died before we came this far
    if (process.env[SUPERVISED] === '1') begin()
    return
  }
  process.on('disconnect', begin)
  process.on('message', (message) => {
    if ((message as SupervisorMessage).kind === 'stop') begin()
  })
}

function tell(message: ChildMessage): void {
  if (process.connected) process.send?.(message)
}
