// The audit after a restore is the same as `npx ledger verify`, including its memory limits.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, expect, test, vi } from 'vitest'
import { newKey } from '#services/notary/testing/notary.ts'
import { NoteSigner } from '#services/transparency/signed-note.ts'
import { freePort } from '#tests/free-ports.ts'
import { audit } from './audit.ts'

const folder = mkdtempSync(join(tmpdir(), 'fairbook-audit-'))
afterEach(() => vi.unstubAllEnvs())
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** Runs in the main thread of the tool, before it begins. */
const inTheTool = (code: string) => {
  const look = `import { isMainThread } from 'node:worker_threads'
    if (isMainThread) { ${code} }`
  vi.stubEnv('NODE_OPTIONS', `--import=data:text/javascript,${encodeURIComponent(look)}`)
}
const nothing = async () => `postgresql://fairbook:x@127.0.0.1:${await freePort()}/nothing`
const held = {
  keys: ['a', 'b'].map((name) => new NoteSigner(`${name}.example/log`, newKey()).verifierKey),
  checkpoint: join(folder, 'kept.txt'),
}

test('it runs as the first line of the tool says, with the keys and the checkpoint, without the secrets of the product', async () => {
  const [first = ''] = readFileSync(join(import.meta.dirname, '../../auditor/ledger.js'), 'utf8').split('\n')
  const limits = first.split(' ').filter((word) => word.startsWith('--'))
  const settings = first.split(' ').filter((word) => /^MALLOC_\w+=/.test(word))
  expect([limits.length, settings.length]).toEqual([3, 3])
  const file = join(folder, 'seen.json')
  inTheTool(`const { execArgv, env, argv } = process
    const { writeFileSync } = await import('node:fs')
    writeFileSync(${JSON.stringify(file)}, JSON.stringify({ execArgv, env, argv }))`)
  vi.stubEnv('LOG_SIGNING_KEY', 'of the log')
  // there is no database: it ends as the tool does
  expect(await audit(await nothing(), held)).toBe(4)
  const seen = JSON.parse(readFileSync(file, 'utf8')) as Record<'execArgv' | 'argv', string[]> & {
    env: Record<string, string>
  }
  const [one, other] = held.keys
  expect(seen.argv.slice(2)).toEqual(['verify', '--key', one, '--key', other, '--checkpoint', held.checkpoint])
  expect(seen.execArgv).toEqual(expect.arrayContaining(limits))
  expect(Object.entries(seen.env).map(([name, value]) => `${name}=${value}`)).toEqual(expect.arrayContaining(settings))
  expect(seen.env.LOG_SIGNING_KEY).toBeUndefined()
})

test('an audit that a signal ends has the exit code that a shell would give it', async () => {
  inTheTool(`process.kill(process.pid, 'SIGKILL')`)
  expect(await audit(await nothing(), { keys: [], checkpoint: null })).toBe(137)
})
