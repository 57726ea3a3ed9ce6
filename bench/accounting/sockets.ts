// Which process holds a local TCP port, according to Linux: this tells which process a Postgres backend serves.
import { readdirSync, readFileSync, readlinkSync } from 'node:fs'

const ESTABLISHED = '01'

/** The inodes of open connections from 127.0.0.1 by local port, from lines of /proc/net/tcp. */
export function socketsByPort(lines: string): Map<number, string> {
  const found = new Map<number, string>()
  for (const line of lines.split('\n').slice(1)) {
    const [, local = '', , state, , , , , , inode] = line.trim().split(/\s+/)
    if (state === ESTABLISHED && inode !== undefined) found.set(Number.parseInt(local.split(':')[1]!, 16), inode)
  }
  return found
}

/** By local port, which of these processes holds it. */
export function ownersOfPorts(pids: readonly number[]): Map<number, number> {
  const holders = new Map(pids.flatMap((pid) => socketsOf(pid).map((inode) => [inode, pid] as const)))
  const owners = new Map<number, number>()
  for (const [port, inode] of socketsByPort(readFileSync('/proc/net/tcp', 'utf8'))) {
    const holder = holders.get(inode)
    if (holder !== undefined) owners.set(port, holder)
  }
  return owners
}

function socketsOf(pid: number): string[] {
  try {
    return readdirSync(`/proc/${pid}/fd`).flatMap((fd) => socketIn(`/proc/${pid}/fd/${fd}`))
  } catch {
    // the process has ended
    return []
  }
}

function socketIn(path: string): string[] {
  try {
    const inode = /^socket:\[(\d+)\]$/.exec(readlinkSync(path))?.[1]
    return inode === undefined ? [] : [inode]
  } catch {
    return []
  }
}
