import { execFile, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, utimesSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startHeartbeat } from './heartbeat.ts'

const SCRIPT = join(import.meta.dirname, 'health-check.ts')
let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'fairbook-heartbeat-'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const check = (file: string) =>
  spawnSync(process.execPath, [SCRIPT], { env: { ...process.env, HEARTBEAT_FILE: file } }).status

test('a process is healthy while it touches its file', () => {
  const file = join(folder, 'beat')
  expect(check(file)).toBe(1)
  const beating = startHeartbeat(file)
  expect(check(file)).toBe(0)
  beating.stop()
  const before = new Date(Date.now() - 30_000)
  utimesSync(file, before, before)
  expect(check(file)).toBe(1)
  expect(check('')).toBe(1)
})

test('one that serves is healthy while it says so', async () => {
  let status = 200
  const server = createServer((_request, response) => response.writeHead(status).end())
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = `http://127.0.0.1:${(server.address() as { port: number }).port}/readyz`
  const ask = () =>
    promisify(execFile)(process.execPath, [SCRIPT, address]).then(
      () => 0,
      (error: { code: number }) => error.code,
    )
  expect(await ask()).toBe(0)
  status = 503
  expect(await ask()).toBe(1)
  server.close()
  expect(await ask()).toBe(1)
})
