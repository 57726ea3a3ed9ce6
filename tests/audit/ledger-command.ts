// The auditor's command as a process.
import { spawn } from 'node:child_process'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const LEDGER = join(import.meta.dirname, '../../services/auditor/ledger.js')

export type Ended = { code: number | null; out: string; err: string }

export type Started = { readonly ended: Promise<Ended>; kill(signal: NodeJS.Signals): void }

type Options = { readonly node?: string; readonly cwd?: string; readonly unread?: boolean; readonly stdin?: string }

/**
 * `env`: its whole environment except PATH and the folder of remembered checkpoints. `unread`: nobody reads its output.
 */
export const ledger = (args: string[], env: Record<string, string>, options?: Options): Promise<Ended> =>
  startLedger(args, env, options).ended

export function startLedger(
  args: string[],
  env: Record<string, string>,
  { node = process.execPath, cwd = tmpdir(), unread = false, stdin }: Options = {},
): Started {
  const own = { PATH: process.env.PATH, XDG_STATE_HOME: cwd }
  const child = spawn(node, [LEDGER, ...args], { env: { ...own, ...env }, cwd })
  const ended = { out: '', err: '' }
  if (stdin !== undefined) child.stdin.end(stdin)
  if (unread) child.stdout.destroy()
  child.stdout.on('data', (chunk: Buffer) => {
    ended.out += chunk.toString()
  })
  child.stderr.on('data', (chunk: Buffer) => {
    ended.err += chunk.toString()
  })
  return {
    ended: new Promise((resolve) => child.once('close', (code) => resolve({ code, ...ended }))),
    kill: (signal) => void child.kill(signal),
  }
}
