// The running Postgres of a data folder, as its own postmaster.pid tells.
import { readFile, readlink, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'

export type Postmaster = { readonly pid: number; readonly port: number; readonly ready: boolean }

/** The live postmaster of `folder`; null where none runs. What a dead one left is removed. */
export async function findPostmaster(folder: string): Promise<Postmaster | null> {
  const file = join(folder, 'postmaster.pid')
  const lines = (await readFile(file, 'utf8').catch(() => '')).split('\n')
  const pid = Number.parseInt(lines[0] ?? '', 10)
  if (!Number.isInteger(pid)) return null
  if (!(await isPostmaster(pid, folder))) {
    await rm(file, { force: true })
    return null
  }
  return { pid, port: Number.parseInt(lines[3] ?? '', 10), ready: lines[7]?.trim() === 'ready' }
}

/** A process id is given again after a restart of the machine, so it must also be at home in that folder. */
async function isPostmaster(pid: number, folder: string): Promise<boolean> {
  if (!isAlive(pid)) return false
  if (process.platform !== 'linux') return true
  const home = await readlink(`/proc/${pid}/cwd`).catch(() => null)
  return home === null || home === folder
}

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

/** Ends it with all transactions rolled back; after `patienceMs` at once, to be recovered at the next start. */
export async function stopPostmaster(pid: number, patienceMs: number): Promise<void> {
  const gone = async (ms: number) => {
    for (const end = Date.now() + ms; Date.now() < end; await pause(20)) if (!isAlive(pid)) return true
    return !isAlive(pid)
  }
  for (const signal of ['SIGINT', 'SIGQUIT', 'SIGKILL'] as const) {
    if (!isAlive(pid)) return
    process.kill(pid, signal)
    if (await gone(signal === 'SIGINT' ? patienceMs : 2_000)) return
  }
}
