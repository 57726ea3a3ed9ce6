// The audit after a restore is what `npx ledger verify` is, limits of memory included.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, test, vi } from 'vitest'
import { freePort } from '#services/platform/embedded-postgres/free-port.ts'
import { audit } from './audit.ts'

const folder = mkdtempSync(join(tmpdir(), 'fairbook-audit-'))
afterEach(() => {
  vi.unstubAllEnvs()
  rmSync(folder, { recursive: true, force: true })
})

test('it runs as the first line of the tool says, without the secrets of the product', async () => {
  const [first = ''] = readFileSync(join(import.meta.dirname, '../../auditor/ledger.js'), 'utf8').split('\n')
  const limits = first.split(' ').filter((word) => word.startsWith('--'))
  const settings = first.split(' ').filter((word) => /^MALLOC_\w+=/.test(word))
  expect([limits.length, settings.length]).toEqual([3, 3])
  const file = join(folder, 'seen.json')
  const look = `
    import { writeFileSync } from 'node:fs'
    import { isMainThread } from 'node:worker_threads'
    const { execArgv, env } = process
    if (isMainThread) writeFileSync(${JSON.stringify(file)}, JSON.stringify({ execArgv, env }))`
  vi.stubEnv('NODE_OPTIONS', `--import=data:text/javascript,${encodeURIComponent(look)}`)
  vi.stubEnv('LOG_SIGNING_KEY', 'of the log')
  // nothing is there: it ends as the tool does
  expect(await audit(`postgresql://fairbook:x@127.0.0.1:${await freePort()}/nothing`)).toBe(4)
  const seen = JSON.parse(readFileSync(file, 'utf8')) as { execArgv: string[]; env: Record<string, string> }
  expect(seen.execArgv).toEqual(expect.arrayContaining(limits))
  expect(Object.entries(seen.env).map(([name, value]) => `${name}=${value}`)).toEqual(expect.arrayContaining(settings))
  expect(seen.env.LOG_SIGNING_KEY).toBeUndefined()
})
