// The whole product as `npm start` runs it, in a data folder of its own, for tests and benchmarks.
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { freePort } from './free-ports.ts'

export const ROOT = join(import.meta.dirname, '..')
export const NODE = join(ROOT, 'node_modules', '.bin', 'node')
export const SUPER_ADMIN = { username: 'superadmin', password: 'for-tests-only' }

const START_WITHIN_MS = 180_000

export type Product = {
  readonly origin: string
  /** The supervisor's; the other processes are its children. */
  readonly pid: number
  readonly dataDir: string
  /** What it was started with; tools such as `ledger` need the same. */
  readonly env: NodeJS.ProcessEnv
  /** Asks it to stop; returns its exit code. Removes the data folder unless told to keep it. */
  stop(options?: { keep?: boolean }): Promise<number | null>
  /** Sends SIGKILL to all of its processes at once, Postgres included. The data folder stays. */
  kill(): Promise<void>
}

export type ProductOptions = { readonly dataDir?: string; readonly env?: Record<string, string> }

/** Resolves once it is ready. Throws its output if it ends before. */
export async function startProduct({ dataDir, env: more = {} }: ProductOptions = {}): Promise<Product> {
  const folder = dataDir ?? mkdtempSync(join(tmpdir(), 'fairbook-'))
  const port = await freePort()
  const env = {
    ...process.env,
    DATA_DIR: folder,
    PORT: String(port),
    NO_BUILD: '1',
    SUPER_ADMIN_USERNAME: SUPER_ADMIN.username,
    SUPER_ADMIN_PASSWORD: SUPER_ADMIN.password,
    ...more,
  }
  const child = spawn(NODE, ['services/supervisor/main.ts'], { cwd: ROOT, env, stdio: ['ignore', 'pipe', 'pipe'] })
  const said: string[] = []
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => said.push(chunk.toString()))
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve))
  const origin = `http://127.0.0.1:${port}`
  try {
    await untilReady(origin, child, said)
  } catch (error) {
    child.kill('SIGTERM')
    await ended
    if (dataDir === undefined) rmSync(folder, { recursive: true, force: true })
    throw error
  }
  return {
    origin,
    pid: child.pid!,
    dataDir: folder,
    env,
    async stop({ keep = false } = {}) {
      child.kill('SIGTERM')
      const code = await ended
      if (!keep) rmSync(folder, { recursive: true, force: true })
      return code
    },
    async kill() {
      for (const pid of treeOf(child.pid!, postmasterOf(folder))) signal(pid, 'SIGKILL')
      await ended
    },
  }
}

async function untilReady(origin: string, child: ChildProcess, said: readonly string[]): Promise<void> {
  for (const end = Date.now() + START_WITHIN_MS; Date.now() < end; await pause(100)) {
    if (child.exitCode !== null) break
    const ready = await fetch(`${origin}/readyz`).catch(() => null)
    if (ready?.ok) return
  }
  throw new Error(`the product did not become ready: ${said.join('').slice(-2_000)}`)
}

const postmasterOf = (dataDir: string): number =>
  Number(readFileSync(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8').split('\n')[0])

/** The descendants of these processes, including them, parents first. */
function treeOf(...roots: number[]): number[] {
  const listed = execFileSync('ps', ['-A', '-o', 'pid=,ppid='], { encoding: 'utf8' })
  const parents = listed
    .trim()
    .split('\n')
    .map((line) => line.trim().split(/\s+/).map(Number) as [number, number])
  const found = new Set(roots)
  for (let grown = true; grown; ) {
    grown = false
    for (const [pid, parent] of parents) {
      if (found.has(parent) && !found.has(pid)) {
        found.add(pid)
        grown = true
      }
    }
  }
  return [...found]
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name)
  } catch (error) {
    // it ended by itself when its parent did
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}

export type Reply<Body> = { readonly status: number; readonly body: Body }

/** GET, or POST if there is a body. */
export async function call<Body>(
  origin: string,
  path: string,
  {
    token,
    body,
    key,
    headers: more = {},
  }: { token?: string; body?: unknown; key?: string; headers?: Record<string, string> } = {},
): Promise<Reply<Body>> {
  const headers: Record<string, string> = { ...more }
  if (token !== undefined) headers.authorization = `Bearer ${token}`
  if (key !== undefined) headers['idempotency-key'] = key
  if (body !== undefined) headers['content-type'] = 'application/json'
  const request = body === undefined ? { headers } : { headers, method: 'POST', body: JSON.stringify(body) }
  const reply = await fetch(`${origin}${path}`, request)
  return { status: reply.status, body: (await reply.json()) as Body }
}

/** As `call`, but throws unless it succeeds. */
export async function ask<Body>(origin: string, path: string, options: Parameters<typeof call>[2] = {}): Promise<Body> {
  const { status, body } = await call<Body>(origin, path, options)
  if (status !== 200) throw new Error(`${path}: ${status} ${JSON.stringify(body)}`)
  return body
}

export const signIn = async (origin: string, username: string, password: string): Promise<string> =>
  (await ask<{ token: string }>(origin, '/api/auth/auth', { body: { action: 'signin', username, password } })).token

/** The admin who funds the bettors. */
export const FUNDING_ADMIN = { username: 'funding-admin', password: 'pays for the tests' }
/** Password of the funded bettors, who are called bettor-0, bettor-1, … */
export const BETTOR_PASSWORD = 'funded-bettor'

/** Bearer tokens of this many funded bettors, each created by an admin and signed in, all over HTTP. */
export async function fundedSessions(origin: string, count: number, euros: number): Promise<string[]> {
  const superToken = await signIn(origin, SUPER_ADMIN.username, SUPER_ADMIN.password)
  const { username: adminUsername, password: adminPassword } = FUNDING_ADMIN
  const admin = { adminUsername, adminPassword, adminBalance: count * euros }
  await ask(origin, '/api/admin/dashboard', { token: superToken, body: { action: 'createUserAsAdmin', ...admin } })
  const token = await signIn(origin, adminUsername, adminPassword)
  const tokens: string[] = []
  const numbers = Array.from({ length: count }, (_, number) => number).values()
  const lane = async () => {
    for (const number of numbers) {
      const user = { username: `bettor-${number}`, password: BETTOR_PASSWORD }
      await ask(origin, '/api/admin/dashboard', {
        token,
        body: { action: 'createUser', ...user, initialBalance: euros },
      })
      tokens.push(await signIn(origin, user.username, user.password))
    }
  }
  await Promise.all([lane(), lane(), lane(), lane()])
  return tokens
}
