import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { keep } from '#projections/testing/environment.ts'
import { NODE } from '#tests/product.ts'
import { makeSlowDisk, type SlowDisk, withEnvironment } from './slow-disk.ts'

const canCompile = process.platform === 'linux' && spawnSync('cc', ['--version']).status === 0
const FSYNC = `
  const fs = require('node:fs')
  const file = fs.openSync(process.argv[1], 'w')
  console.log('begun')
  fs.fsyncSync(file)
  fs.fdatasyncSync(file)
  console.log('done')`

test('says why if it is not available', () => {
  expect(makeSlowDisk('no-such-compiler')).toMatch(
    process.platform === 'linux' ? /^a slow disk needs a C compiler \(.*no-such-compiler/ : /Linux/,
  )
})

test.runIf(canCompile)('an fsync returns later by the current delay, only for processes started with it', async () => {
  const folder = await keep(mkdtempSync(join(tmpdir(), 'fairbook-disk-test-')), async (one) =>
    rmSync(one, { recursive: true }),
  )
  const disk = await keep(makeSlowDisk() as SlowDisk, async (one) => one.remove())
  const said: string[] = []
  const fsync = (name: string, more: Record<string, string>): ChildProcess => {
    const child = spawn(NODE, ['-e', FSYNC, join(folder, name)], { env: { ...process.env, ...more } })
    child.stdout.on('data', (chunk: Buffer) =>
      said.push(
        ...chunk
          .toString()
          .trim()
          .split('\n')
          .map((line) => `${name} ${line}`),
      ),
    )
    return child
  }
  const done = async (name: string, more: Record<string, string>) => {
    await once(fsync(name, more), 'close')
    expect(said.at(-1)).toBe(`${name} done`)
  }
  await done('first', disk.environment)
  disk.delay(600_000_000)
  const late = await keep(fsync('late', disk.environment), async (one) => {
    const closed = once(one, 'close')
    one.kill('SIGKILL')
    await closed
  })
  await expect.poll(() => said).toContain('late begun')
  await done('other', {})
  disk.delay(0)
  await done('second', disk.environment)
  expect(late.exitCode).toBeNull()
  expect(said).not.toContain('late done')
})

test('what it needs is in the environment of what is started, and nowhere else', async () => {
  delete process.env.OF_A_SLOW_DISK
  const seen = await withEnvironment({ OF_A_SLOW_DISK: 'yes' }, async () => process.env.OF_A_SLOW_DISK)
  expect([seen, process.env.OF_A_SLOW_DISK]).toEqual(['yes', undefined])
})
