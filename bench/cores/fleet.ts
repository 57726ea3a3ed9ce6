// Several apis of one product, or several servers of the hand-written statement on one database.
import { type ChildProcess, fork, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { freePort } from '#tests/free-ports.ts'
import { NODE } from '#tests/product.ts'

const READY_WITHIN_MS = 60_000

export type Server = { readonly origin: string; readonly pid: number; stop(): Promise<void> }

/** Starts one more api beside the product's own. `env`: its whole configuration. */
export async function startApi(env: NodeJS.ProcessEnv): Promise<Server> {
  const port = await freePort()
  const child = spawn(NODE, ['services/api/main.ts'], {
    env: { ...process.env, ...env, PORT: String(port), SECURITY_LOG: 'off', LOG_LEVEL: 'error' },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const origin = `http://127.0.0.1:${port}`
  for (const end = Date.now() + READY_WITHIN_MS; ; await pause(50)) {
    const ready = await fetch(`${origin}/readyz`).catch(() => null)
    if (ready?.ok) return { origin, pid: child.pid!, stop: () => ended(child) }
    if (child.exitCode === null && Date.now() <= end) continue
    await ended(child)
    throw new Error('another api did not start')
  }
}

export async function startStatementServer(url: string): Promise<Server> {
  const child = fork(join(import.meta.dirname, '../place-bet/baseline-server.ts'), {
    execPath: NODE,
    env: { ...process.env, DATABASE_URL: url },
  })
  const [{ port }] = (await once(child, 'message')) as [{ port: number }]
  return { origin: `http://127.0.0.1:${port}`, pid: child.pid!, stop: () => ended(child) }
}

async function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const exit = once(child, 'exit')
  child.kill('SIGTERM')
  await exit
}
