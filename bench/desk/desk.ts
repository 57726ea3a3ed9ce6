// An api and a projector over a made book, and a super admin who reads it.
import { type ChildProcess, spawn } from 'node:child_process'
import { setTimeout as pause } from 'node:timers/promises'
import { freePort } from '#tests/free-ports.ts'
import { NODE, SUPER_ADMIN, signIn } from '#tests/product.ts'

const READY_WITHIN_MS = 180_000

/** `api`: the id of the process that replies. */
export type Desk = {
  readonly origin: string
  readonly token: string
  readonly api: number
  stop(): Promise<void>
}

/** `url`: of the services' role, migrated. */
export async function openDesk(url: string): Promise<Desk> {
  const port = await freePort()
  const env = {
    ...process.env,
    DATABASE_URL: url,
    PORT: String(port),
    LOG_LEVEL: 'error',
    SECURITY_LOG: 'off',
    // the book has no feed
    ODDS_API_BASE_URL: 'http://127.0.0.1:1',
    SUPER_ADMIN_USERNAME: SUPER_ADMIN.username,
    SUPER_ADMIN_PASSWORD: SUPER_ADMIN.password,
  }
  const said: string[] = []
  const children = ['projector', 'api'].map((name) => {
    const child = spawn(NODE, [`services/${name}/main.ts`], { env, stdio: ['ignore', 'pipe', 'pipe'] })
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => said.push(chunk.toString()))
    return child
  })
  const stop = async () => void (await Promise.all(children.map(ended)))
  const origin = `http://127.0.0.1:${port}`
  for (const end = Date.now() + READY_WITHIN_MS; ; await pause(50)) {
    const ready = await fetch(`${origin}/readyz`).catch(() => null)
    if (ready?.ok) break
    if (Date.now() < end && children.every(({ exitCode }) => exitCode === null)) continue
    await stop()
    throw new Error(`the desk did not open: ${said.join('').slice(-2_000)}`)
  }
  const token = await signIn(origin, SUPER_ADMIN.username, SUPER_ADMIN.password)
  return { origin, token, api: children.at(-1)!.pid!, stop }
}

async function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return
  const exit = new Promise((resolve) => child.once('exit', resolve))
  child.kill('SIGTERM')
  await exit
}
