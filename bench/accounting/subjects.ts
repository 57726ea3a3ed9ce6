// Which processes count for a subject of the benchmark, and the names of its parts.
import { execFileSync } from 'node:child_process'
import type { Backend } from './backends.ts'

/** `owners`: the subject's own processes, by id. */
export type Accounted = {
  readonly owners: ReadonlyMap<number, string>
  /** Null: not part of the subject. */
  partOf(backend: Backend): string | null
}

/** Names of the product's processes, by what they run. */
const ENTRIES: Readonly<Record<string, string>> = {
  'services/api/main.ts': 'api',
  'services/projector/main.ts': 'projector',
  'services/notary/main.ts': 'notary',
  'services/workers/main.ts': 'worker',
  'services/simulator/main.ts': 'simulator',
}

// what Postgres does by itself (checkpointer, writers) counts for the subject being measured

/** `owners`: as `childrenOf` finds them. */
export function productParts(owners: ReadonlyMap<number, string>): Accounted {
  return {
    owners,
    partOf(backend) {
      if (backend.isShared) return 'rest'
      const part = backend.owner === null ? undefined : owners.get(backend.owner)
      // the simulator stands in for the provider, and is not part of the product
      if (part === undefined || part === 'simulator') return null
      if (part === 'projector') return 'fold'
      if (part !== 'api') return 'rest'
      return backend.application === 'fairbook append' ? 'append' : 'queries'
    },
  }
}

/** A single server with its backends. */
export function serverParts(pid: number, name: 'server' | 'api' = 'server'): Accounted {
  return {
    owners: new Map([[pid, name]]),
    partOf: (backend) => (backend.isShared ? 'rest' : backend.owner === pid ? 'statements' : null),
  }
}

/** A settler, and a projector that folds meanwhile. */
export function settlerParts(settler: number, projector: number): Accounted {
  const owners = new Map([
    [settler, 'settler'],
    [projector, 'projector'],
  ])
  return {
    owners,
    partOf(backend) {
      if (backend.isShared) return 'rest'
      if (backend.owner === projector) return 'fold'
      if (backend.owner !== settler) return null
      return backend.application === 'fairbook append' ? 'append' : 'rest'
    },
  }
}

/** The product's processes: the children of its supervisor. */
export function childrenOf(supervisor: number): Map<number, string> {
  const listed = execFileSync('ps', ['-A', '-o', 'pid=,ppid=,args='], { encoding: 'utf8' })
  return processesIn(listed, supervisor)
}

/** Parses lines of `ps -o pid=,ppid=,args=`. */
export function processesIn(listed: string, parent: number): Map<number, string> {
  const found = new Map<number, string>()
  for (const line of listed.split('\n')) {
    const [, pid, ppid, args = ''] = /^\s*(\d+)\s+(\d+)\s+(.*)$/.exec(line) ?? []
    const entry = Object.keys(ENTRIES).find((one) => args.includes(one))
    if (Number(ppid) === parent && entry !== undefined) found.set(Number(pid), ENTRIES[entry]!)
  }
  return found
}
