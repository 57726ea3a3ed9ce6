// The resident memory of a process, and its peak since the first look.
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'

const LOOK_MS = 250

export type Memory = { nowMb(): number; peakMb(): number; stop(): void }

/** The child of `parent` whose command line contains this. Throws if there is none. */
export function childOf(parent: number, command: string): number {
  const listed = execFileSync('ps', ['-A', '-o', 'pid=,ppid=,args='], { encoding: 'utf8' })
  for (const line of listed.split('\n')) {
    const [, pid, ppid, args = ''] = /^\s*(\d+)\s+(\d+)\s+(.*)$/.exec(line) ?? []
    if (Number(ppid) === parent && args.includes(command)) return Number(pid)
  }
  throw new Error(`no process of ${parent} runs ${command}`)
}

export function watchMemory(pid: number): Memory {
  let peak = 0
  const look = (): number => {
    const now = residentMb(pid)
    peak = Math.max(peak, now)
    return now
  }
  const looking = setInterval(look, LOOK_MS)
  return {
    nowMb: look,
    peakMb: () => Math.max(look(), peak),
    stop: () => clearInterval(looking),
  }
}

function residentMb(pid: number): number {
  const status = `/proc/${pid}/status`
  const kilobytes = existsSync(status)
    ? /VmRSS:\s+(\d+)/.exec(readFileSync(status, 'utf8'))?.[1]
    : execFileSync('ps', ['-o', 'rss=', '-p', String(pid)], { encoding: 'utf8' })
  return Number(kilobytes) / 1024
}
