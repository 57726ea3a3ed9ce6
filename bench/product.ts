// The whole product, started for a benchmark as `npm start` starts it, with accounts and sessions of its own.
import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { startCluster } from '../services/embedded/cluster.ts'

export const NODE = join(import.meta.dirname, '..', 'node_modules', '.bin', 'node')
const ROOT = join(import.meta.dirname, '..')
const SUPER_ADMIN = { username: 'superadmin', password: 'benchmark-only' }

export type Product = {
  readonly origin: string
  readonly env: NodeJS.ProcessEnv
  /** Connection strings of the superuser and of the services' role. */
  ownerUrl(database: string): string
  readonly serviceUrl: string
  stop(): Promise<void>
}

export async function startProduct(): Promise<Product> {
  const dataDir = mkdtempSync(join(tmpdir(), 'fairbook-bench-'))
  const port = await freePort()
  const env = {
    ...process.env,
    DATA_DIR: dataDir,
    PORT: String(port),
    NO_BUILD: '1',
    SUPER_ADMIN_USERNAME: SUPER_ADMIN.username,
    SUPER_ADMIN_PASSWORD: SUPER_ADMIN.password,
  }
  const child = spawn(NODE, ['services/supervisor/main.ts'], { cwd: ROOT, env, stdio: ['ignore', 'ignore', 'inherit'] })
  const origin = `http://127.0.0.1:${port}`
  await untilReady(origin, child)
  // adopts the one that the supervisor runs
  const cluster = await startCluster({ dataDir })
  return {
    origin,
    env,
    ownerUrl: (database) => cluster.ownerUrl(database),
    serviceUrl: cluster.serviceUrl('fairbook'),
    async stop() {
      const ended = new Promise((resolve) => child.once('exit', resolve))
      child.kill('SIGTERM')
      await ended
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

async function untilReady(origin: string, child: ChildProcess): Promise<void> {
  for (const end = Date.now() + 120_000; Date.now() < end; await pause(200)) {
    if (child.exitCode !== null) throw new Error('the product ended before it was ready')
    const ready = await fetch(`${origin}/readyz`).catch(() => null)
    if (ready?.ok) return
  }
  throw new Error('the product did not become ready in two minutes')
}

const freePort = () =>
  new Promise<number>((resolve, reject) => {
    const server = createServer()
    server.once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as { port: number }
      server.close(() => resolve(port))
    })
  })

async function call<Reply>(origin: string, path: string, token: string | null, body: unknown): Promise<Reply> {
  const reply = await fetch(`${origin}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(token === null ? {} : { authorization: `Bearer ${token}` }) },
    body: JSON.stringify(body),
  })
  if (!reply.ok) throw new Error(`${path}: ${reply.status} ${await reply.text()}`)
  return (await reply.json()) as Reply
}

/** Bearer tokens of so many funded bettors, each made by an admin and signed in, all through HTTP. */
export async function fundedSessions(origin: string, count: number, euros: number): Promise<string[]> {
  const signIn = async (username: string, password: string) =>
    (await call<{ token: string }>(origin, '/api/auth/auth', null, { action: 'signin', username, password })).token
  const admin = { username: 'bench-admin', password: 'bench-admin' }
  const superToken = await signIn(SUPER_ADMIN.username, SUPER_ADMIN.password)
  await call(origin, '/api/admin/dashboard', superToken, {
    action: 'createUserAsAdmin',
    adminUsername: admin.username,
    adminPassword: admin.password,
    adminBalance: count * euros,
  })
  const adminToken = await signIn(admin.username, admin.password)
  const tokens: string[] = []
  const numbers = Array.from({ length: count }, (_, number) => number).values()
  const lane = async () => {
    for (const number of numbers) {
      const user = { username: `bench-${number}`, password: 'bench-bettor' }
      await call(origin, '/api/admin/dashboard', adminToken, { action: 'createUser', ...user, initialBalance: euros })
      tokens.push(await signIn(user.username, user.password))
    }
  }
  await Promise.all([lane(), lane(), lane(), lane()])
  return tokens
}
