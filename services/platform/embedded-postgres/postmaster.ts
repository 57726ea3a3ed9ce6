// The running Postgres of a data folder, according to its postmaster.pid.
import { readFileSync } from 'node:fs'
import { readFile, readlink, realpath, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'

const PID_FILE = 'postmaster.pid'

export type Postmaster = { readonly pid: number; readonly port: number; readonly ready: boolean }

/** The live postmaster of a data folder; null if none runs. */
export async function findPostmaster(folder: string): Promise<Postmaster | null> {
  const lines = (await readFile(join(folder, PID_FILE), 'utf8').catch(() => '')).split('\n')
  const pid = Number.parseInt(lines[0] ?? '', 10)
  if (!Number.isInteger(pid) || !(await isPostmaster(pid, folder))) return null
  return { pid, port: Number.parseInt(lines[3] ?? '', 10), ready: lines[7]?.trim() === 'ready' }
}

/**
 * Removes the pid file of a dead postmaster: its id may belong to another process by now, which would keep Postgres
 * from starting.
 */
export async function clearStalePid(folder: string): Promise<void> {
  if ((await findPostmaster(folder)) === null) await rm(join(folder, PID_FILE), { force: true })
}

/** Process ids are reused, so the process must also have that folder as its working directory. */
async function isPostmaster(pid: number, folder: string): Promise<boolean> {
  if (!isAlive(pid)) return false
  if (process.platform !== 'linux') return true
  try {
    return (await readlink(`/proc/${pid}/cwd`)) === (await realpath(folder))
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EACCES'
  }
}

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') return false
  }
  return !isZombie(pid)
}

/** Dead, but not yet reaped by its parent; in containers whose first process reaps nobody, it stays so. */
function isZombie(pid: number): boolean {
  if (process.platform !== 'linux') return false
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return /^[ZX]/.test(stat.slice(stat.lastIndexOf(')') + 2))
  } catch {
    return true
  }
}

/** Without the checkpoint it exits at once, unless it is suspended or the machine is overloaded. */
const FAST_STOP_TIMEOUT_MS = 800

/**
 * Stops it, rolling back all transactions. If the checkpoint takes longer than `timeoutMs`, it is stopped without one,
 * and recovers at its next start.
 */
export async function stopPostmaster(pid: number, timeoutMs: number): Promise<void> {
  const hasExited = async (ms: number) => {
    for (const end = Date.now() + ms; Date.now() < end; await pause(20)) if (!isAlive(pid)) return true
    return !isAlive(pid)
  }
  for (const signal of ['SIGINT', 'SIGQUIT', 'SIGKILL'] as const) {
    if (!isAlive(pid)) return
    process.kill(pid, signal)
    if (await hasExited(signal === 'SIGINT' ? timeoutMs : FAST_STOP_TIMEOUT_MS)) return
  }
}
