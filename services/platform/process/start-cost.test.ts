// What a process loads as it starts. An `import` of 'node:http' reads every name that it exports, and one of them loads
// Node's web client, which takes a tenth of the start of a `ledger` call. A process that makes no HTTP requests should
// not load it.
import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'

const run = promisify(execFile)
const ROOT = join(import.meta.dirname, '../../..')

/** Names of Node's own modules that a new process has loaded once it has imported this one. */
async function loadedWith(path: string): Promise<string[]> {
  const script = `await import(${JSON.stringify(path)}); process.stdout.write(JSON.stringify(process.moduleLoadList))`
  const { stdout } = await run(process.execPath, ['--input-type=module', '--eval', script], { cwd: ROOT })
  return JSON.parse(stdout) as string[]
}

const WEB_CLIENT = 'NativeModule internal/deps/undici/undici'

test('an `import` of node:http is noticed', async () => {
  expect(await loadedWith('node:http')).toContain(WEB_CLIENT)
})

test.each([
  'services/platform/config.ts',
  'services/platform/metrics/server.ts',
  'services/auditor/commands/money.ts',
  'services/auditor/verify.ts',
  'services/notary/notary.ts',
  'services/api/server.ts',
])('%s is loaded without the web client of Node', async (path) => {
  expect(await loadedWith(join(ROOT, path))).not.toContain(WEB_CLIENT)
})
