// Seconds and memory of `ledger verify` over a book, and of a cursor over the same rows.
import { spawn } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname } from 'node:path'
import { NODE } from '#tests/product.ts'

const LOOK_MS = 100

/** `peakMb`: of all its processes together, resident. */
export type Run = {
  readonly seconds: number
  readonly peakMb: number
  readonly code: number | null
  readonly out: string
}

export type Measured = { readonly events: number; readonly cursor: Run; readonly verify: Run }

/** `url`: of the services' role. What is remembered of the log is not looked at. */
export async function measureAudit(url: string): Promise<Measured> {
  const PATH = `${dirname(NODE)}:${process.env.PATH}`
  const env = { ...process.env, PATH, DATABASE_URL: url, XDG_STATE_HOME: tmpdir() }
  const cursor = await run(NODE, ['bench/cursor.ts'], env)
  const verify = await run('services/auditor/ledger.js', ['verify', '--no-remember', '--json'], env)
  return { events: (JSON.parse(cursor.out) as { events: number }).events, cursor, verify }
}

function run(command: string, args: readonly string[], env: NodeJS.ProcessEnv): Promise<Run> {
  const begin = performance.now()
  const child = spawn(command, args, { env, stdio: ['ignore', 'pipe', 'inherit'] })
  let out = ''
  child.stdout.on('data', (chunk: Buffer) => {
    out += chunk.toString()
  })
  let peakMb = 0
  const look = () => {
    peakMb = Math.max(peakMb, residentMb(child.pid!))
  }
  const looking = setInterval(look, LOOK_MS)
  look()
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (code) => {
      clearInterval(looking)
      resolve({ seconds: (performance.now() - begin) / 1_000, peakMb, code, out })
    })
  })
}

/** The highest that each process of the tree has come to, summed up; 0 where the system does not say. */
function residentMb(pid: number): number {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8')
    const own = Number(/VmHWM:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1_024
    const children = readdirSync(`/proc/${pid}/task`).flatMap((thread) =>
      readFileSync(`/proc/${pid}/task/${thread}/children`, 'utf8').split(' ').filter(Boolean).map(Number),
    )
    return children.reduce((sum, child) => sum + residentMb(child), own)
  } catch {
    // it has ended
    return 0
  }
}
