// A benchmark whose product does not start, or that is interrupted, still ends its Postgres; so do the season and the
// trial of an upgrade.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, globSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
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

function start(main: string, more: Record<string, string> = {}, args: readonly string[] = []): ChildProcess {
  const env = { ...process.env, ...more, TMPDIR: folder }
  const bench = spawn(NODE, [main, ...args], { cwd: ROOT, env, stdio: ['ignore', 'ignore', 'pipe'] })
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

  test.each([
    ...['audit', 'desk', 'projector', 'tamper'].map((name) => `bench/${name}/main.ts`),
    'tests/season/main.ts',
  ])('of %s if it is interrupted', (main) => endsOn('SIGTERM', main))

  test.runIf(existsSync(join(ROOT, '.git')))('of a trial of an upgrade if it is interrupted', () =>
    endsOn('SIGINT', 'tests/upgrade/main.ts', ['--from', 'HEAD']),
  )

  async function endsOn(signal: 'SIGTERM' | 'SIGINT', main: string, args: readonly string[] = []) {
    const bench = start(main, {}, args)
    const exit = once(bench, 'exit')
    await vi.waitFor(() => expect(running()).toHaveLength(1), { timeout: 120_000, interval: 20 })
    bench.kill(signal)
    expect(await exit).toEqual([1, null])
    expect(running()).toEqual([])
    expect(readdirSync(folder)).toEqual([])
  }
})
