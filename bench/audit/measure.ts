// Seconds and memory of `ledger verify` over a book, of a cursor over its events, and of one over all rows that verify
// compares with them.
import { spawn } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname } from 'node:path'
import { NODE } from '#tests/product.ts'
import { processorMs } from '../processor-time.ts'

const LOOK_MS = 100

/**
 * For all its processes together. `processorSeconds`: time on a processor; 0 if the system does not say. `peakMb`:
 * resident memory.
 */
export type Run = {
  readonly seconds: number
  readonly processorSeconds: number
  readonly peakMb: number
  readonly code: number | null
  readonly out: string
}

/** `rows`: read by `allRows`, including events. */
export type Measured = {
  readonly events: number
  readonly rows: number
  readonly cursor: Run
  readonly allRows: Run
  readonly verify: Run
}

/** `url`: of the services' role. */
export async function measureAudit(url: string): Promise<Measured> {
  const cursor = await run(NODE, ['bench/cursor.ts'], environment(url))
  const allRows = await run(NODE, ['bench/audit/all-rows.ts'], environment(url))
  const verify = await runVerify(url)
  const { events } = JSON.parse(cursor.out) as { events: number }
  const { rows } = JSON.parse(allRows.out) as { rows: number }
  return { events, rows, cursor, allRows, verify }
}

/** Without using what an earlier audit remembered. */
export const runVerify = (url: string, options: readonly string[] = []): Promise<Run> =>
  run('services/auditor/ledger.js', ['verify', '--no-remember', '--json', ...options], environment(url))

const environment = (url: string): NodeJS.ProcessEnv => ({
  ...process.env,
  PATH: `${dirname(NODE)}:${process.env.PATH}`,
  DATABASE_URL: url,
  XDG_STATE_HOME: tmpdir(),
})

/** Runs a process to its end. */
export function run(command: string, args: readonly string[], env: NodeJS.ProcessEnv): Promise<Run> {
  const begin = performance.now()
  const child = spawn(command, args, { env, stdio: ['ignore', 'pipe', 'inherit'] })
  let out = ''
  child.stdout.on('data', (chunk: Buffer) => {
    out += chunk.toString()
  })
  let peakMb = 0
  let processorSeconds = 0
  const look = () => {
    const pids = withChildren(child.pid!)
    peakMb = Math.max(
      peakMb,
      pids.reduce((sum, pid) => sum + residentMb(pid), 0),
    )
    processorSeconds = Math.max(processorSeconds, (processorMs(pids) ?? 0) / 1_000)
  }
  const looking = setInterval(look, LOOK_MS)
  look()
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (code) => {
      clearInterval(looking)
      resolve({ seconds: (performance.now() - begin) / 1_000, processorSeconds, peakMb, code, out })
    })
  })
}

/** A process and its descendants. */
function withChildren(pid: number): number[] {
  try {
    const children = readdirSync(`/proc/${pid}/task`).flatMap((thread) =>
      readFileSync(`/proc/${pid}/task/${thread}/children`, 'utf8').split(' ').filter(Boolean).map(Number),
    )
    return [pid, ...children.flatMap(withChildren)]
  } catch {
    // the process has ended
    return []
  }
}

/** Peak resident memory of a process; 0 if the system does not say. */
function residentMb(pid: number): number {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8')
    return Number(/VmHWM:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1_024
  } catch {
    return 0
  }
}
