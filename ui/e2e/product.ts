// Starts the product like `npm start`, with its own data and port, faster than real time for the tests. Stops it
// afterwards.
import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const root = join(import.meta.dirname, '../..')
const START_TIMEOUT_MS = 300_000
/**
 * Times as fast as real time. A price in play is valid for two minutes: four seconds on a quick machine, eight on a
 * slow one.
 */
const SPEED = { quick: 30, slow: 15 }
/** A machine on which the product takes longer than this to be ready counts as slow. */
const QUICK_MS = 8_000

export const SUPER_ADMIN = { username: 'superadmin', password: 'a-password-for-tests' }

/** Variables that would connect the product to another database, store or feed. */
const NOT_INHERITED = [
  'DATABASE_URL',
  'DATABASE_OWNER_URL',
  'EVENTSTORE_URL',
  'REDIS_URL',
  'ODDS_API_KEY',
  'ODDS_API_BASE_URL',
  'WELCOME_GRANT',
]

/** For all tests. Starts nothing if FAIRBOOK_URL names a running product; that needs the same super admin. */
export default async function startForTests(): Promise<() => Promise<void>> {
  if (process.env.FAIRBOOK_URL !== undefined) return async () => {}
  const begin = performance.now()
  const { url, speed, stop } = await startProduct(SPEED.quick, SPEED.slow)
  const seconds = ((performance.now() - begin) / 1_000).toFixed(1)
  process.stdout.write(`the product was ready after ${seconds} s: ${speed} times the clock\n`)
  process.env.FAIRBOOK_URL = url
  return stop
}

type Running = { readonly url: string; readonly speed: number; stop(): Promise<void> }

/**
 * `speed`: times as fast as real time; `ifSlow`: the same on a slow machine. A product keeps the speed that it was
 * started with, so on a slow machine it is started a second time, with the data of the first.
 */
export async function startProduct(speed: number, ifSlow = speed): Promise<Running> {
  const dataDir = mkdtempSync(join(tmpdir(), 'fairbook-browser-'))
  const remove = () => rmSync(dataDir, { recursive: true, force: true })
  try {
    const isTrial = ifSlow !== speed
    const product = await run(dataDir, speed, isTrial ? QUICK_MS : START_TIMEOUT_MS).catch((error: unknown) => {
      if (!(isTrial && error instanceof Late)) throw error
      return run(dataDir, ifSlow, START_TIMEOUT_MS)
    })
    const stop = async () => {
      await product.stop()
      remove()
    }
    return { ...product, stop }
  } catch (error) {
    remove()
    throw error
  }
}

/** If this throws, the product has been stopped. */
async function run(dataDir: string, speed: number, withinMs: number): Promise<Running> {
  const inherited = Object.fromEntries(Object.entries(process.env).filter(([name]) => !NOT_INHERITED.includes(name)))
  const product = spawn(join(root, 'node_modules/.bin/node'), ['services/supervisor/main.ts'], {
    cwd: root,
    env: {
      ...inherited,
      DATA_DIR: dataDir,
      PORT: '0',
      SIM_SPEED: String(speed),
      SUPER_ADMIN_USERNAME: SUPER_ADMIN.username,
      SUPER_ADMIN_PASSWORD: SUPER_ADMIN.password,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const stop = () => terminate(product)
  try {
    return { url: await readAddress(product, withinMs), speed, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

class Late extends Error {}

/** Waits for the address that the product prints when it is ready. */
function readAddress(product: ChildProcess, withinMs: number): Promise<string> {
  return new Promise((resolve, reject) => {
    let output = ''
    const said = (reason: string) => `the product did not start: ${reason}\n${output}`
    const timer = setTimeout(() => reject(new Late(said('it took too long'))), withinMs)
    const listen = (chunk: Buffer) => {
      output += chunk.toString()
      const ready = /Fairbook is ready: (http\S+)/.exec(output)
      if (ready?.[1] === undefined) return
      clearTimeout(timer)
      resolve(ready[1])
    }
    product.stdout?.on('data', listen)
    product.stderr?.on('data', listen)
    product.once('exit', (code) => {
      clearTimeout(timer)
      reject(new Error(said(`it ended with ${code}`)))
    })
  })
}

function terminate(product: ChildProcess): Promise<void> {
  if (product.exitCode !== null || product.signalCode !== null) return Promise.resolve()
  return new Promise((resolve) => {
    product.once('exit', () => resolve())
    product.kill('SIGTERM')
  })
}
