// Runs the programs of Postgres as the user that may run them, without the product's secrets in their environment.
import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { promisify } from 'node:util'
import { environmentOf } from '../process/service-environment.ts'
import type { RunAs } from './run-as.ts'

/** In a process group of its own, with its output in the open file `log`. */
export function spawnDetached(as: RunAs, program: string, args: string[], log: number): ChildProcess {
  const [first = program, ...rest] = [...as.prefix, program, ...args]
  const env = environmentOf(process.env)
  const child = spawn(first, rest, { ...userOf(as), cwd: '/', env, detached: true, stdio: ['ignore', log, log] })
  child.unref()
  return child
}

/** Runs a program to its end. Rejects, with its `stderr`, if it fails. */
export async function runProgram(as: RunAs, program: string, args: string[]): Promise<void> {
  const [first = program, ...rest] = [...as.prefix, program, ...args]
  const env = { ...environmentOf(process.env), LC_ALL: 'C' }
  await promisify(execFile)(first, rest, { ...userOf(as), cwd: '/', env })
}

/** A prefix command changes the user itself. */
function userOf(as: RunAs): { uid?: number; gid?: number } {
  if (as.prefix.length > 0 || as.uid === undefined) return {}
  return { uid: as.uid, gid: as.gid ?? as.uid }
}
