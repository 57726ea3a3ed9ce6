import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { openSecurityOutput } from './security-output.ts'

let folder: string
beforeAll(() => {
  folder = mkdtempSync('/tmp/fairbook-security-')
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const fail = (problem: unknown) => {
  throw problem
}
const read = (at: string) =>
  readdirSync(at)
    .sort()
    .map((name) => readFileSync(join(at, name), 'utf8'))

test('appends to an existing file, which only its owner can read', async () => {
  const at = join(folder, 'new')
  for (const line of ['one\n', 'two\n']) {
    const output = await openSecurityOutput(join(at, 'security.log'), fail)
    output.write(line)
    await output.close()
  }
  expect(read(at)).toEqual(['one\ntwo\n'])
  expect(statSync(join(at, readdirSync(at)[0]!)).mode & 0o777).toBe(0o600)
})

test('keeps ten files of ten megabytes at most', async () => {
  const at = join(folder, 'large')
  const output = await openSecurityOutput(join(at, 'security.log'), fail)
  const line = `${'x'.repeat(11_000_000)}\n`
  const lastFile = () => Math.max(...readdirSync(at).map((name) => Number(/\d+/.exec(name)?.[0])))
  for (let n = 1; n <= 12; n++) {
    output.write(line)
    await expect.poll(lastFile).toBe(n + 1)
  }
  await output.close()
  await expect.poll(() => readdirSync(at).length).toBeLessThanOrEqual(10)
})

test('a path that cannot be written stops the start', async () => {
  const file = join(folder, 'file')
  writeFileSync(file, '')
  await expect(openSecurityOutput(join(file, 'security.log'), fail)).rejects.toThrow()
})

test('a full disk is reported, and does not block the stop', async () => {
  const at = join(folder, 'full')
  mkdirSync(at)
  symlinkSync('/dev/full', join(at, 'security.1.log'))
  const problems: unknown[] = []
  const output = await openSecurityOutput(join(at, 'security.log'), (problem) => void problems.push(problem))
  output.write('one\n')
  await expect.poll(() => problems.length).toBeGreaterThan(0)
  await output.close()
})

test('off writes nothing', async () => {
  const streams = [process.stdout, process.stderr].map((stream) => vi.spyOn(stream, 'write').mockReturnValue(true))
  const output = await openSecurityOutput('off', fail)
  output.write('one\n')
  await output.close()
  const written = streams.flatMap((write) => write.mock.calls)
  for (const write of streams) write.mockRestore()
  expect(written).toEqual([])
})
