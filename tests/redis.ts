// A Redis server for a test, which can stop, kill and restart it on the same port.
import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from './free-ports.ts'
import { findRedis } from './system-packages.ts'

export type TestRedis = {
  readonly url: string
  /** Sends SIGKILL. Its data is lost unless it keeps a file. */
  kill(): Promise<void>
  /** After `kill`: on the same port, with the same file if it keeps one. */
  start(): Promise<void>
  /** For good. */
  stop(): Promise<void>
}

/** Throws if there is no redis-server: check with `findRedis` first. `keep`: appends every write to a file. */
export async function startRedis({ keep = false }: { readonly keep?: boolean } = {}): Promise<TestRedis> {
  const program = findRedis()
  if (program === null) throw new Error('there is no redis-server here')
  const port = await freePort()
  const dir = mkdtempSync(join(tmpdir(), 'fairbook-redis-'))
  const flags = ['--port', String(port), '--bind', '127.0.0.1', '--dir', dir, '--save', '']
  if (keep) flags.push('--appendonly', 'yes', '--appendfsync', 'everysec')
  let child = await launch(program, flags)
  const end = async (signal: NodeJS.Signals) => {
    if (child.exitCode !== null || child.signalCode !== null) return
    const gone = new Promise((resolve) => child.once('exit', resolve))
    child.kill(signal)
    await gone
  }
  return {
    url: `redis://127.0.0.1:${port}`,
    kill: () => end('SIGKILL'),
    async start() {
      child = await launch(program, flags)
    },
    async stop() {
      await end('SIGTERM')
      rmSync(dir, { recursive: true, force: true })
    },
  }
}

function launch(program: string, flags: string[]): Promise<ChildProcess> {
  const child = spawn(program, flags, { stdio: ['ignore', 'pipe', 'inherit'] })
  return new Promise((resolve, reject) => {
    child.once('exit', (code) => reject(new Error(`redis-server ended with ${code}`)))
    child.stdout.on('data', (said: Buffer) => {
      if (said.toString().includes('Ready to accept connections')) resolve(child)
    })
  })
}
