// Starts the product as `npm start` does, on its own data and port, sixty times as fast as the clock; ends it afterwards.
import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const root = join(import.meta.dirname, '../..')
const START_WITHIN_MS = 120_000

export const SUPER_ADMIN = { username: 'superadmin', password: 'a-password-for-tests' }

/** What would lead to another database, store or feed than the product's own. */
const elsewhere = [
  'DATABASE_URL',
  'DATABASE_OWNER_URL',
  'EVENTSTORE_URL',
  'REDIS_URL',
  'ODDS_API_KEY',
  'ODDS_API_BASE_URL',
  'WELCOME_GRANT',
]

/** FAIRBOOK_URL names a product that runs already, with the super admin named here. */
export default async function startProduct(): Promise<() => Promise<void>> {
  if (process.env.FAIRBOOK_URL !== undefined) return async () => {}
  const dataDir = mkdtempSync(join(tmpdir(), 'fairbook-browser-'))
  const inherited = Object.fromEntries(Object.entries(process.env).filter(([name]) => !elsewhere.includes(name)))
  const product = spawn(join(root, 'node_modules/.bin/node'), ['services/supervisor/main.ts'], {
    cwd: root,
    env: {
      ...inherited,
      DATA_DIR: dataDir,
      PORT: '0',
      SIM_SPEED: '60',
      SUPER_ADMIN_USERNAME: SUPER_ADMIN.username,
      SUPER_ADMIN_PASSWORD: SUPER_ADMIN.password,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const stop = async () => {
    await ended(product)
    rmSync(dataDir, { recursive: true, force: true })
  }
  try {
    process.env.FAIRBOOK_URL = await address(product)
  } catch (error) {
    await stop()
    throw error
  }
  return stop
}

/** The address that the product prints once everything runs. */
function address(product: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let said = ''
    const fail = (why: string) => reject(new Error(`the product did not start: ${why}\n${said}`))
    const timer = setTimeout(() => fail('it took too long'), START_WITHIN_MS)
    const listen = (chunk: Buffer) => {
      said += chunk.toString()
      const ready = /Fairbook is ready: (http\S+)/.exec(said)
      if (ready?.[1] === undefined) return
      clearTimeout(timer)
      resolve(ready[1])
    }
    product.stdout?.on('data', listen)
    product.stderr?.on('data', listen)
    product.once('exit', (code) => {
      clearTimeout(timer)
      fail(`it ended with ${code}`)
    })
  })
}

function ended(product: ChildProcess): Promise<void> {
  if (product.exitCode !== null || product.signalCode !== null) return Promise.resolve()
  return new Promise((resolve) => {
    product.once('exit', () => resolve())
    product.kill('SIGTERM')
  })
}
