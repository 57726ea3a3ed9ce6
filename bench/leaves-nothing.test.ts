// A benchmark whose product does not start, or that is interrupted, still ends its Postgres.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { globSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { NODE, ROOT } from '#tests/product.ts'

let folder: string
let said: string[]
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'fairbook-leaves-'))
  said = []
})
afterEach(() => {
  for (const file of running()) process.kill(postmasterIn(file), 'SIGINT')
  rmSync(folder, { recursive: true, force: true })
})

function start(main: string, more: Record<string, string> = {}): ChildProcess {
  const env = { ...process.env, ...more, TMPDIR: folder }
  const bench = spawn(NODE, [main], { cwd: ROOT, env, stdio: ['ignore', 'ignore', 'pipe'] })
  bench.stderr.on('data', (chunk: Buffer) => said.push(chunk.toString()))
  return bench
}
const postmasterIn = (file: string) => Number(readFileSync(file, 'utf8').split('\n')[0])
const running = () => globSync(join(folder, '*/postgres/postmaster.pid'))

describe.skipIf(process.platform !== 'linux')('nothing is left', () => {
  test.each(['bench/main.ts', 'bench/cores/main.ts'])('of %s if the product fails to start', async (main) => {
    const [code] = await once(start(main, { WELCOME_GRANT: 'a fortune' }), 'exit')
    expect([code, said.join('')]).toEqual([1, expect.stringContaining('WELCOME_GRANT')])
    expect(running()).toEqual([])
    expect(readdirSync(folder)).toEqual([])
  })

  test.each(['audit', 'desk', 'projector', 'tamper'])('of bench:%s if it is interrupted', async (name) => {
    const bench = start(`bench/${name}/main.ts`)
    const exit = once(bench, 'exit')
    await vi.waitFor(() => expect(running()).toHaveLength(1), { timeout: 120_000, interval: 20 })
    bench.kill('SIGTERM')
    expect(await exit).toEqual([1, null])
    expect(running()).toEqual([])
    expect(readdirSync(folder)).toEqual([])
  })
})
